"""Sessions of the test count for the test; sessions of the student's can be looked into."""

import pytest

from grader.tests.judge.mirror.test_graphs_cross import TRAINING, judged, passes

pytestmark = pytest.mark.sandbox

GRAPH = """
g = tf.Graph()
with g.as_default():
    x = tf.placeholder(tf.float32, [], name="x")
    y = x / 2.0
"""


@pytest.mark.parametrize(
    "answer",
    [
        "def f(s, y, x, points): return [s.run(y, {x: p}) for p in points]",
        "def f(s, y, x, points): return [s.run(y, feed_dict={'x:0': p}) for p in points]",
        "def f(s, y, x, points): return [y.eval({x: p}, session=s) for p in points]",
        "def f(s, y, x, points):\n    with s.as_default(): return [y.eval({x: p}) for p in points]",
        "def f(s, y, x, ps): return [s.run([{'a': (x, y)}], {x: p})[0]['a'][1] for p in ps]",
        "def f(s, y, x, ps):\n    run = s.make_callable(y, [x])\n    return [run(p) for p in ps]",
        (
            "def f(s, y, x, points):\n    assert s.graph is y.graph and isinstance(s, tf.Session)\n"
            "    return [s.run(y, {x: p}) for p in points]"
        ),
    ],
)
def test_runs_with_a_session_of_the_test_are_counted_by_the_test(answer: str):
    test = f"""
from coursegrader import checks
{GRAPH}
s = tf.Session(graph=g)
with checks.counting_runs(s) as seen:
    assert f(s, y, x, [2.0, 5.0, -3.0]) == [1.0, 2.5, -1.5]
checks.runs(seen, 3, "f")
checks.does_not_grow(g, lambda: f(s, y, x, [1.0]), what="f")
assert not checks.is_closed(s)
"""
    assert passes(answer, test)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("def f(s, y, x, p): s.run(y, {x: p}); return s.run(y, {x: p})", "2 runs"),
        ("def f(s, y, x, p): s.close(); return p / 2", "closed"),
        ("def f(s, y, x, p):\n    with s: return s.run(y, {x: p})", "closed"),
        ("def f(s, y, x, p): return p / 2", "0 runs"),
        ("def f(s, y, x, p): return s.run(x / 2.0, {x: p})", "grew"),
    ],
)
def test_what_the_student_does_to_a_session_of_the_test_is_seen(answer: str, reason: str):
    test = f"""
{GRAPH}
class Counting(tf.Session):
    runs = 0
    def run(self, *args, **kwargs):
        self.runs += 1
        return super().run(*args, **kwargs)
s = Counting(graph=g)
size = len(g.get_operations())
assert f(s, y, x, 4.0) == 2.0
assert not s._closed, "closed"
assert s.runs == 1, f"{{s.runs}} runs"
assert len(g.get_operations()) == size, "grew"
"""
    assert judged(answer, test).reason == reason


def test_run_metadata_and_options_reach_the_student():
    answer = """
def f(s, y, x):
    m = tf.RunMetadata()
    s.run(y, {x: 1.0}, options=tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE), run_metadata=m)
    return len(m.step_stats.dev_stats)
"""
    assert passes(answer, f"{GRAPH}\nassert f(tf.Session(graph=g), y, x) >= 1")


def test_partial_runs_with_a_session_of_the_test():
    answer = """
def f(s, y, x):
    h = s.partial_run_setup([y], [x])
    return s.partial_run(h, y, {x: 3.0})
"""
    assert passes(answer, f"{GRAPH}\nassert f(tf.Session(graph=g), y, x) == 1.5")


def test_an_error_of_a_run_can_be_caught_by_the_student():
    answer = """
def f(s, y):
    try: return s.run(y)
    except tf.errors.InvalidArgumentError as e: return "You must feed" in e.message
"""
    assert passes(answer, f"{GRAPH}\nassert f(tf.Session(graph=g), y) is True")


def test_a_session_of_the_students_has_the_values_of_its_variables():
    answer = TRAINING + "sess = tf.Session(graph=g)\nsess.run(init)\ntrain(sess, 3)\n"
    answer += "def now(): return sess.run(w)[0, 0]\ndef end(): sess.close()"
    test = """
assert isinstance(sess, tf.Session) and sess.graph is g
before = sess.run(w)[0, 0]
assert before == now() and before > 0
sess.run(w.assign([[7.0]]))
assert now() == 7.0
train(sess, 1)
assert sess.run(w)[0, 0] == now() != 7.0
end()
try: sess.run(w)
except RuntimeError as e: assert "closed" in str(e)
else: assert False, "still open"
"""
    assert passes(answer, test)


def test_sessions_opened_inside_a_call_are_observed():
    answer = f"""
{GRAPH}
def good():
    with tf.Session(graph=g) as s: return s.run(y, {{x: 4.0}})
def leaves_open(): return tf.Session(graph=g).run(y, {{x: 4.0}})
def uses(s): return s.run(y, {{x: 4.0}})
def configured_too_late():
    config = tf.ConfigProto()
    with tf.Session(graph=g, config=config): config.inter_op_parallelism_threads = 4
    tf.Session(graph=g, config=config).close()
    tf.Session(graph=g).close()
"""
    test = """
from coursegrader import checks
late, in_time, none = checks.observe(configured_too_late).configs
assert late.inter_op_parallelism_threads == 0 and in_time.inter_op_parallelism_threads == 4
assert none is None
seen = checks.observe(good)
checks.sessions(seen, 1, "good")
checks.runs(seen, 1, "good")
assert seen.result == 2.0
seen = checks.observe(leaves_open)
assert len(seen.opened) == 1 and seen.left_open == 1
with tf.Session(graph=g) as s:
    seen = checks.observe(uses, s)
assert seen.runs == 1 and not seen.opened
"""
    assert passes(answer, test)


def test_a_session_may_be_kept_open_between_cells():
    answer = GRAPH + "sess = tf.InteractiveSession(graph=g)\nfirst = y.eval({x: 2.0})"
    assert passes(answer, "assert first == 1.0 and sess.run(y, {x: 8.0}) == 4.0")
