"""What a student hands in for a monitored session arrives as what it is."""

import pytest

from grader.tests.judge.running import check, student, verdict

pytestmark = pytest.mark.sandbox

ANSWER = """
import minigraph.compat.v1 as tf

def request():
    x = tf.placeholder(tf.float32, [None], name="x")
    return tf.train.SessionRunArgs(tf.square(x), {x: [1.0, 2.0, 3.0, 4.0, 5.0]})

class Losses(tf.train.SessionRunHook):
    def __init__(self, loss):
        self.loss, self.seen, self.order = loss, [], []
    def begin(self): self.order.append("begin")
    def before_run(self, run_context):
        return tf.train.SessionRunArgs(self.loss)
    def after_run(self, run_context, run_values):
        self.seen.append(float(run_values.results))
        if len(self.seen) == 3: run_context.request_stop()
    def end(self, session): self.order.append("end")
"""


@pytest.mark.parametrize(
    "test",
    [
        "args = request()\nassert isinstance(args, tf.train.SessionRunArgs)",
        "args = request()\nassert args.fetches.op.type == 'Square' and args.options is None",
        (
            "args = request()\n((fed, values),) = args.feed_dict.items()\n"
            "assert fed.name == 'x:0' and values == [1.0, 2.0, 3.0, 4.0, 5.0]"
        ),
        (
            "args = request()\nwith tf.Session() as sess:\n"
            "    values = sess.run(args.fetches, args.feed_dict)\n"
            "    assert values.tolist() == [1.0, 4.0, 9.0, 16.0, 25.0]"
        ),
        (
            "args = request()\nwith tf.Session() as sess:\n"
            "    assert run_args(sess, args).results.tolist() == [1.0, 4.0, 9.0, 16.0, 25.0]"
        ),
        (
            "v = tf.Variable(0.0)\nadd = v.assign_add(1.0)\nhook = Losses(add)\n"
            "with tf.train.MonitoredSession(hooks=[hook]) as session:\n"
            "    while not session.should_stop():\n        session.run(add)\n"
            "assert (hook.seen, hook.order) == ([1.0, 2.0, 3.0], ['begin', 'end'])"
        ),
    ],
)
def test_arguments_and_hooks_cross(test: str):
    header = "import minigraph.compat.v1 as tf\nfrom minigraph.articles import run_args\n"
    found = verdict(
        student(ANSWER), check(f"{header}with tf.Graph().as_default():\n" + indented(test))
    )
    assert found.ok, found.reason


def indented(lines: str) -> str:
    """The lines in a block."""
    return "".join(f"    {line}\n" for line in lines.splitlines())
