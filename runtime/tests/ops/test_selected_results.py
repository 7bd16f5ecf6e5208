"""A run computes only those results of branches and loops that it fetches."""

from unittest import mock

import numpy as np
import pytest

import minigraph.compat.v1 as tf
from minigraph import context


@pytest.fixture(params=["v1", "v2"], autouse=True)
def mode(request):
    """Both ways of building control flow, in a fresh graph."""
    before = context.switches.control_flow_v2
    context.switches.control_flow_v2 = request.param == "v2"
    with tf.Graph().as_default():
        yield request.param
    context.switches.control_flow_v2 = before


@pytest.fixture
def session():
    with tf.Session() as session:
        yield session


def logged(log, name, value):
    """`value`, by an operation that notes its name when it runs."""

    def note(array):
        log.append(name)
        return array

    result = tf.py_func(note, [value], value.dtype)
    result.set_shape(value.shape)
    return result


def floats(*names):
    return [tf.placeholder(tf.float32, [], name=name) for name in names]


def test_what_only_other_results_of_a_branch_need_need_not_be_fed(session):
    p = tf.placeholder(tf.bool, [])
    image, label = floats("image", "label")
    first, second = tf.cond(p, lambda: (image, label), lambda: (image * 2, label * 2))
    assert session.run(first, {p: False, image: 3.0}) == 6.0
    assert session.run(second, {p: True, label: 3.0}) == 3.0
    with pytest.raises(tf.errors.InvalidArgumentError, match="placeholder tensor 'label'"):
        session.run([first, second], {p: True, image: 3.0})


def test_a_branch_runs_what_the_fetched_results_need(session):
    log = []
    p, one = tf.placeholder(tf.bool, []), tf.constant(1.0)
    first, second = tf.cond(
        p,
        lambda: (logged(log, "first if so", one), logged(log, "second if so", one)),
        lambda: (logged(log, "first if not", one), logged(log, "second if not", one)),
    )
    session.run(first, {p: True})
    session.run(second, {p: False})
    assert log == ["first if so", "second if not"]


def test_a_loop_repeats_what_the_fetched_results_need(session):
    log = []
    n = tf.placeholder(tf.int32, [])
    x, y = floats("x", "y")
    count, total, product = tf.while_loop(
        lambda i, *_: i < n,
        lambda i, a, b: (i + 1, logged(log, "sum", a + x), logged(log, "product", b * y)),
        [0, 0.0, 1.0],
    )
    assert session.run(count, {n: 3}) == 3
    assert session.run(total, {n: 2, x: 2.0}) == 4.0
    assert log == ["sum", "sum"]
    assert session.run(product, {n: 3, y: 2.0}) == 8.0


def test_variables_that_depend_on_each_other_are_needed_together(session):
    n = tf.placeholder(tf.int32, [])
    x, y, z = floats("x", "y", "z")
    _, a, _, _, d = tf.while_loop(
        lambda i, *_: i < n,
        lambda i, a, b, c, d: (i + 1, b, c, a, d + 1),
        [0, x, y, z, 0.0],
    )
    assert session.run(a, {n: 2, x: 1.0, y: 2.0, z: 3.0}) == 3.0
    assert session.run(d, {n: 2}) == 2.0
    with pytest.raises(tf.errors.InvalidArgumentError, match="placeholder tensor 'z'"):
        session.run(a, {n: 2, x: 1.0, y: 2.0})


def test_branches_in_loops(session):
    n = tf.placeholder(tf.int32, [])
    x, y = floats("x", "y")

    def body(i, a, b):
        return i + 1, *tf.cond(i > 1, lambda: (a + x, b + y), lambda: (a - x, b * y))

    _, first, second = tf.while_loop(lambda i, *_: i < n, body, [0, 0.0, 1.0])
    assert session.run(first, {n: 3, x: 1.0}) == -1.0
    assert session.run(second, {n: 3, y: 2.0}) == 6.0
    assert session.run([first, second], {n: 3, x: 1.0, y: 2.0}) == [-1.0, 6.0]


def test_what_waits_for_one_result_needs_only_that(session):
    p = tf.placeholder(tf.bool, [])
    x, y = floats("x", "y")
    _, second = tf.cond(p, lambda: (x, y), lambda: (y, x))
    with tf.control_dependencies([second]):
        done = tf.no_op()
    with pytest.raises(tf.errors.InvalidArgumentError, match="placeholder tensor"):
        session.run(done, {p: True})
    assert session.run(done, {p: True, x: 1.0, y: 1.0}) is None


def test_intermediates_for_a_gradient_are_kept_only_for_the_gradient(session):
    n = tf.placeholder(tf.int32, [])
    (x,) = floats("x")
    _, power = tf.while_loop(lambda i, _: i < n, lambda i, a: (i + 1, a * x), [0, 1.0])
    (gradient,) = tf.gradients(power, x)
    pushes = ("TensorListPushBack", "StackPushV2")
    push = next(op for op in all_operations() if op.type in pushes).op_def
    with mock.patch.object(push, "kernel", side_effect=push.kernel) as kernel:
        assert session.run(power, {n: 3, x: 2.0}) == 8.0
        kernel.assert_not_called()
        assert session.run(gradient, {n: 3, x: 2.0}) == 12.0
        kernel.assert_called()


def all_operations():
    graphs, found = [tf.get_default_graph()], []
    while graphs:
        for op in graphs.pop().get_operations():
            found.append(op)
            graphs.extend(value for value in op.attrs.values() if isinstance(value, tf.Graph))
    return found


def test_traced_and_timed_runs_leave_out_the_same(session):
    p = tf.placeholder(tf.bool, [])
    x, y = floats("x", "y")
    first, _ = tf.cond(p, lambda: (x + 1, y + 1), lambda: (x, y))
    options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE, timeout_in_ms=60_000)
    metadata = tf.RunMetadata()
    feeds = {p: True, x: 1.0}
    assert session.run(first, feeds, options=options, run_metadata=metadata) == 2.0
    names = [
        node.node_name for device in metadata.step_stats.dev_stats for node in device.node_stats
    ]
    assert "y" not in names


@pytest.mark.parametrize("mode", ["v2"], indirect=True)
def test_a_part_is_planned_once_for_all_requests(session):
    n = tf.placeholder(tf.int32, [])
    (x,) = floats("x")
    _, a, _ = tf.while_loop(
        lambda i, *_: i < n, lambda i, a, b: (i + 1, a + 1, b * x), [0, np.float32(0), x]
    )
    session.run(a, {n: 2})
    (operation,) = [op for op in all_operations() if op.type.endswith("While")]
    (part,) = operation.attrs["body"].__dict__["_parts"].values()
    plan = part.__dict__["_body"]
    session.run(a + 1, {n: 2})
    assert list(operation.attrs["body"].__dict__["_parts"].values()) == [part]
    assert part.__dict__["_body"] is plan
