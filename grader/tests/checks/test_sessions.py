"""Sessions and runs are counted, wherever the student's code makes them."""

import pytest

from grader.tests.checks.conftest import Try, message

MESSY = """
def f():
    first = tf.Session(graph=graph)
    first.run(c)
    with tf.Session(graph=graph) as second:
        second.run([c, c])
        return c.eval()

seen = checks.observe(f)
"""


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("seen.result", "4.0"),
        ("seen.runs", "3"),
        ("len(seen.opened)", "2"),
        ("seen.left_open", "1"),
    ],
)
def test_a_call_is_observed(attempt: Try, line: str, expected: str):
    assert expected in attempt(f"{MESSY}print({line})").stream("stdout")


def test_nothing_is_counted_after_the_call(attempt: Try):
    outcome = attempt(f"{MESSY}f()\nprint(seen.runs, len(seen.opened))")
    assert outcome.stream("stdout").strip() == "3 2"


def test_an_interactive_session_counts(attempt: Try):
    program = """
def f():
    session = tf.InteractiveSession(graph=graph)
    c.eval()
    session.close()

seen = checks.observe(f)
print(len(seen.opened), seen.left_open, seen.runs)
"""
    assert attempt(program).stream("stdout").strip() == "1 0 1"


def test_a_configuration_is_kept_as_the_session_saw_it(attempt: Try):
    program = """
def f():
    config = tf.ConfigProto(inter_op_parallelism_threads=1)
    tf.Session(graph=graph, config=config).close()
    config.inter_op_parallelism_threads = 4
    tf.Session(graph=graph, config=config).close()

print([config.inter_op_parallelism_threads for config in checks.observe(f).configs])
"""
    assert attempt(program).stream("stdout").strip() == "[1, 4]"


def test_runs_of_a_graph_that_can_still_grow_are_told_apart(attempt: Try):
    program = """
def f():
    with tf.Session(graph=graph) as session:
        session.run(c)
        graph.finalize()
        session.run(c)
        session.run(c)

seen = checks.observe(f)
print(seen.runs, seen.runs_unfinalized)
"""
    assert attempt(program).stream("stdout").strip() == "3 1"


def test_runs_and_parts_that_fail_are_told_in_their_order(attempt: Try):
    program = """
import contextlib

def f():
    with tf.Session(graph=graph) as session:
        handle = session.partial_run_setup([c], [])
        for run in (lambda: session.run(1), lambda: session.partial_run(handle, c, {c: 1.0})):
            with contextlib.suppress(TypeError, tf.errors.InvalidArgumentError):
                run()

said = ["Argument `fetch` = 1", "The feed c:0"]
print([(kind, words in text) for (kind, text), words in zip(checks.observe(f).failures, said)])
"""
    assert (
        attempt(program)
        .stream("stdout")
        .strip()
        .endswith("[('TypeError', True), ('InvalidArgumentError', True)]")
    )


def test_gradients_asked_of_a_tape_are_counted(attempt: Try):
    program = """
library = __import__(tf.__name__.partition(".")[0])

def f():
    x = library.constant(3.0)
    with library.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    tape.gradient(y, x)

print(checks.observe(f).tapes, checks.observe(lambda: None).tapes)
"""
    assert attempt(program).stream("stdout").strip() == "1 0"


def test_runs_in_several_threads_all_count_and_so_do_the_threads(attempt: Try):
    program = """
import threading

def f():
    with tf.Session(graph=graph) as session:
        threads = [threading.Thread(target=session.run, args=(c,)) for _ in range(5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        session.run(c)

seen = checks.observe(f)
print(seen.runs, seen.threads)
"""
    assert attempt(program).stream("stdout").strip() == "6 5"


def test_runs_in_which_a_hook_asks_for_something_are_counted(attempt: Try):
    program = """
class Curious(tf.train.SessionRunHook):
    def before_run(self, context):
        return tf.train.SessionRunArgs(c)

def f(hooks):
    with graph.as_default(), tf.train.SingularMonitoredSession(hooks=hooks) as session:
        session.run(c)
        session.run(c)

print(checks.observe(f, [Curious()]).hooked, checks.observe(f, []).hooked)
"""
    assert attempt(program).stream("stdout").endswith("2 0\n")  # TensorFlow logs more


def test_runs_of_a_session_of_the_test_are_counted(attempt: Try):
    program = """
session = tf.Session(graph=graph)
with checks.counting_runs(session) as seen:
    session.run(c)
    c.eval(session=session)
session.run(c)
print(seen.runs)
"""
    assert attempt(program).stream("stdout").strip() == "2"


def test_a_callable_of_another_process_observes_itself(attempt: Try):
    program = """
class Handle:
    def __observed_call__(self, *args):
        return checks.Observation(result=args, runs=7)

    def __call__(self, *args):
        raise AssertionError("called here")

seen = checks.observe(Handle(), 1, 2)
print(seen.result, seen.runs)
"""
    assert attempt(program).stream("stdout").strip() == "(1, 2) 7"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("checks.runs(seen, 1, 'f()')", "f() made 3 runs; 1 should be enough."),
        ("checks.sessions(seen, 1, 'f()')", "f() opened 2 sessions; the question asks for 1."),
        ("checks.sessions(seen, 2, 'f()')", "f() opened 2 sessions and left 1 open."),
        ("checks.closed(tf.Session(graph=graph), 's')", "`s` is still open"),
    ],
)
def test_a_wrong_count_is_named(attempt: Try, line: str, expected: str):
    assert expected in message(attempt(MESSY + line))


@pytest.mark.parametrize(
    "line",
    [
        "checks.runs(seen, 3, 'f()')",
        "s = tf.Session(graph=graph); s.close(); checks.closed(s, 's')",
        "s = tf.Session(graph=tf.Graph()); s.close(); checks.closed(s, 's')",
        "assert not checks.is_closed(tf.Session(graph=tf.Graph()))",
    ],
)
def test_a_right_count_passes(attempt: Try, line: str):
    assert message(attempt(MESSY + line)) == ""


def test_runs_by_a_callable_of_the_test_s_session_are_counted(attempt: Try):
    program = """
session = tf.Session(graph=graph)
with checks.counting_runs(session) as seen:
    session.make_callable(c)()
    session.make_callable(y, feed_list=[x])(2.0)
session.make_callable(c)()
print(seen.runs)
"""
    assert attempt(program).stream("stdout").strip() == "2"


def test_runs_by_callables_of_the_call_s_own_session_are_counted(attempt: Try):
    program = """
def f():
    with tf.Session(graph=graph) as session:
        return session.make_callable(c)(), session.make_callable(y, feed_list=[x])(2.0)
seen = checks.observe(f)
print(seen.runs, len(seen.devices), seen.result == (f()))
"""
    assert attempt(program).stream("stdout").strip() == "2 2 True"


def test_a_session_that_was_given_and_not_used_is_noticed(attempt: Try):
    program = """
session = tf.Session(graph=graph)
with checks.counting_runs(session) as seen:
    tf.Session(graph=graph).run(c)
checks.runs(seen, 1, "f()", given=True)
"""
    assert "f() made no run in the session that it was given." in message(attempt(program))


def test_each_run_is_seen_with_the_device_block_around_it(attempt: Try):
    program = """
def f():
    with tf.Session(graph=graph) as session:
        session.run(c)
        with tf.device("/gpu:0"):
            session.run(c)
            with graph.device("/cpu:0"):
                session.run(c)
        session.run(c)

print(checks.observe(f).devices)
"""
    assert attempt(program).stream("stdout").strip() == "['', '/gpu:0', '/cpu:0', '']"
