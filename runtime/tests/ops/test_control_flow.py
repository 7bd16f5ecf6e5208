"""cond, case and while_loop: what is built, what runs, and how gradients find their way back."""

import threading
import time
from unittest import mock

import numpy as np
import pytest

import minigraph.compat.v1 as tf
from minigraph import context, executor


@pytest.fixture(params=["v1", "v2"], autouse=True)
def mode(request):
    """Both ways of building control flow, in a fresh graph."""
    before = context.switches.control_flow_v2
    context.switches.control_flow_v2 = request.param == "v2"
    with tf.Graph().as_default():
        yield request.param
    context.switches.control_flow_v2 = before


def function_ops():
    kinds = ("If", "StatelessIf", "While", "StatelessWhile")
    return [op for op in tf.get_default_graph().get_operations() if op.type in kinds]


def run(fetches, feeds=None):
    with tf.Session() as session:
        return session.run(fetches, feeds)


def test_only_the_taken_branch_runs():
    calls = []
    predicate = tf.placeholder(tf.bool, [])

    def note(word):
        return tf.py_func(lambda: calls.append(word) or np.int32(len(calls)), [], tf.int32)

    result = tf.cond(predicate, lambda: note("true"), lambda: note("false"))
    run(result, {predicate: False})
    assert calls == ["false"]


def test_what_branches_capture_is_passed_once():
    x, predicate = tf.placeholder(tf.float32, []), tf.placeholder(tf.bool, [])
    result = tf.cond(predicate, lambda: x * x + x, lambda: -x)
    if tf.control_flow_v2_enabled():
        (operation,) = function_ops()
        assert operation.inputs == (predicate, x)
    else:  # once for each branch
        assert [op.type for op in x.consumers()] == ["Switch", "Switch"]
    assert run(result, {predicate: True, x: 3.0}) == 12.0


def test_an_operation_outside_runs_before_a_branch_that_waits_for_it():
    log = []
    outside = tf.py_func(lambda: log.append("outside"), [], [])

    def branch():
        with tf.control_dependencies([outside]):
            return tf.py_func(lambda: log.append("inside") or np.int32(0), [], tf.int32)

    result = tf.cond(tf.constant(True), branch, lambda: 1)
    run(result)
    assert log == ["outside", "inside"]


def test_bodies_keep_their_plan_between_runs():
    n = tf.placeholder(tf.int32, [])
    loop = tf.while_loop(lambda i: i < n, lambda i: i + 1, [0])
    with tf.Session() as session:
        session.run(loop, {n: 1})
        with mock.patch.object(executor, "build_plan") as build_plan:
            assert session.run(loop, {n: 10_000}) == 10_000
        build_plan.assert_not_called()


def test_a_gradient_after_a_run_gives_the_loop_more_outputs_and_runs():
    x = tf.placeholder(tf.float32, [])
    loop = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * x), [0, 1.0])
    with tf.Session() as session:
        assert session.run(loop[1], {x: 2.0}) == 8.0
        gradient = tf.gradients(loop[1], x)
        assert session.run(gradient, {x: 2.0}) == [12.0]
        assert session.run(loop[1], {x: 3.0}) == 27.0


@pytest.mark.parametrize("mode", ["v2"], indirect=True)
def test_asking_twice_for_a_gradient_collects_intermediates_once():
    x = tf.placeholder(tf.float32, [])
    loop = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, tf.sin(a)), [0, x])
    tf.gradients(loop[1], x)
    count = len(function_ops()[0].outputs)
    tf.gradients(loop[1] * 2.0, x)
    assert len(function_ops()[0].outputs) == count


def test_the_forward_side_effect_of_a_branch_happens_once_with_its_gradient():
    calls = []
    x, predicate = tf.placeholder(tf.float32, []), tf.placeholder(tf.bool, [])

    def branch():
        effect = tf.py_func(lambda: calls.append(1), [], [])
        with tf.control_dependencies([effect]):
            return tf.identity(x) * x

    result = tf.cond(predicate, branch, lambda: x)
    assert run([result, tf.gradients(result, x)], {x: 3.0, predicate: True}) == [9.0, [6.0]]
    assert calls == [1]


def test_second_derivatives_of_loops_and_branches(mode):
    x = tf.placeholder(tf.float64, [])
    loop = tf.while_loop(
        lambda i, a: i < 2,
        lambda i, a: (i + 1, tf.cond(i < 1, lambda: a * x, lambda: a * a)),
        [0, x],
    )
    (first,) = tf.gradients(loop[1], x)  # x ** 4
    if mode == "v1":
        with pytest.raises(TypeError, match="Second-order gradient for while loops"):
            tf.gradients(first, x)
        return
    (second,) = tf.gradients(first, x)
    assert run([first, second], {x: 2.0}) == [32.0, 48.0]


def test_a_long_loop_has_a_gradient():
    x = tf.constant(1.0001, tf.float64)
    loop = tf.while_loop(lambda i, a: i < 2000, lambda i, a: (i + 1, a * x), [0, x])
    (found,) = run(tf.gradients(loop[1], x))
    assert found == pytest.approx(2001 * 1.0001**2000)


def test_loop_variables_do_not_share_memory_with_what_a_run_returns():
    start = tf.constant([1.0, 2.0])
    n = tf.placeholder(tf.int32, [])
    loop = tf.while_loop(lambda i, a: i < n, lambda i, a: (i + 1, a), [0, start])
    with tf.Session() as session:
        session.run(loop[1], {n: 2})[:] = 0.0
        assert session.run(start).tolist() == [1.0, 2.0]


def test_a_loop_stops_when_the_time_is_up():
    loop = tf.while_loop(lambda i: i >= 0, lambda i: i * 1, [0])
    with tf.Session() as session:
        with pytest.raises(tf.errors.DeadlineExceededError, match="Timed out"):
            session.run(loop, options=tf.RunOptions(timeout_in_ms=20))
        assert session.run(tf.constant(1)) == 1


def test_a_loop_stops_when_its_session_is_closed():
    loop = tf.while_loop(lambda i: i >= 0, lambda i: i * 1, [0])
    session, raised = tf.Session(), []

    def work():
        try:
            session.run(loop)
        except tf.errors.CancelledError as error:
            raised.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    time.sleep(0.05)
    session.close()
    thread.join()
    assert "Loop execution was cancelled" in raised[0].message


def test_threads_can_run_one_loop_at_once():
    x = tf.placeholder(tf.float32, [])
    loop = tf.while_loop(lambda i, a: i < 500, lambda i, a: (i + 1, a + x), [0, 0.0])
    fetches = [loop[1], tf.gradients(loop[1], x)]
    found = {}
    with tf.Session() as session:
        threads = [
            threading.Thread(target=lambda k=k: found.update({k: session.run(fetches, {x: k})}))
            for k in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert found == {k: [500.0 * k, [500.0]] for k in range(8)}


def test_the_error_of_a_body_names_the_operation_inside(mode):
    n = tf.placeholder(tf.int32, [])

    def body(i):
        with tf.control_dependencies([tf.Assert(i < 2, ["too far"])]):
            return i + 1

    loop = tf.while_loop(lambda i: i < n, body, [0])
    with pytest.raises(tf.errors.InvalidArgumentError, match="too far") as caught:
        run(loop, {n: 5})
    inside = {"v1": "while/Assert/Assert", "v2": "Assert/Assert"}[mode]
    assert f"[[{{{{node {inside}}}}}]]" in caught.value.message
    assert (caught.value.op is None) == (mode == "v2")
