"""What `explain` prints is a program: run by hand with NumPy, it does what the session does."""

import numpy as np
import pytest

import minigraph.compat.v1 as tf


def polynomial():
    x = tf.placeholder(tf.float32, [None], name="x")
    return [3.0 * x * x + 2.0 * x + 1.0, tf.reduce_sum(x, keep_dims=True)], {x: [1.0, 2.0]}


def regression():
    x = tf.placeholder(tf.float32, [None, 2], name="x")
    y = tf.placeholder(tf.float32, [None, 1], name="y")
    weight, bias = tf.Variable([[1.0], [2.0]], name="weight"), tf.Variable([0.5], name="bias")
    loss = tf.reduce_mean(tf.square(x @ weight + bias - y), name="loss")
    train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    return [loss, train], {x: [[1.0, 2.0], [3.0, 4.0]], y: [[1.0], [2.0]]}


def classifier():
    x = tf.placeholder(tf.float32, [None, 4], name="x")
    labels = tf.placeholder(tf.int32, [None], name="labels")
    weight = tf.get_variable("w", initializer=np.eye(4, 3, dtype=np.float32))
    hidden = tf.nn.relu(x @ weight)
    losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=hidden)
    train = tf.train.AdamOptimizer(0.1).minimize(tf.reduce_mean(losses))
    right = tf.equal(tf.argmax(tf.nn.softmax(hidden), 1, output_type=tf.int32), labels)
    feeds = {x: np.arange(8, dtype=np.float32).reshape(2, 4), labels: [0, 2]}
    return [tf.reduce_mean(tf.cast(right, tf.float32)), losses, train], feeds


def counters():
    count = tf.Variable(1, name="count")
    total = tf.get_variable("total", initializer=1.0, use_resource=True)
    with tf.control_dependencies([tf.assign_add(count, 2), total.assign_sub(0.5)]):
        return [count.read_value(), total.read_value() * 2.0], {}


def control_flow_and_keywords():
    x = tf.placeholder(tf.float32, [], name="lambda")
    branch = tf.cond(x > 0.0, lambda: x * 2.0, lambda: x * 3.0, name="if")
    loop = tf.while_loop(lambda i: i < 10.0, lambda i: i * 2.0, [branch], name="while")
    return [loop, tf.split(tf.fill([4], x), 2), tf.concat([[x], [1.0]], 0)], {x: 1.5}


def shapes_and_types():
    x = tf.placeholder(tf.float64, [None, 3], name="x")
    large = tf.constant(np.arange(9.0).reshape(3, 3), name="large")
    parts = [tf.shape(x), tf.shape(x, out_type=tf.int64), tf.transpose(x), tf.cast(x, tf.bool)]
    more = [tf.gather(x, [0, 0]), tf.tile(x, [1, 2]), tf.expand_dims(x, 0), tf.matmul(x, large)]
    return [*parts, *more, tf.reduce_max(x, 1), x / 2.0, tf.zeros_like(x)], {x: [[1.0, 0.0, 3.0]]}


def handed_on():
    a, b = tf.Variable(1.0, name="a"), tf.Variable(2.0, name="class")
    with tf.control_dependencies([tf.assign(a, b + 1.0)]):
        return [tf.assign_add(b, a)], {}


def text_and_what_is_no_number():
    words = tf.placeholder(tf.string, [None], name="print")
    odd = tf.placeholder_with_default([float("nan"), -float("inf")], [2], name="np")
    low, high = tf.constant(-float("inf")), tf.constant([float("inf"), 1j * float("inf")])
    parts = tf.split(odd * low, 2, name="run")
    return [tf.strings.join([words, "!"]), tf.constant([b"\xff"]), parts, high], {
        words: ["a", "b"],
        parts[0]: [2.0],
    }


def random_numbers():
    tf.set_random_seed(1)
    return [tf.random_normal([3]), tf.random_shuffle(tf.range(5), seed=2)], {}


PROGRAMS = (
    polynomial,
    regression,
    classifier,
    counters,
    control_flow_and_keywords,
    shapes_and_types,
    handed_on,
    text_and_what_is_no_number,
    random_numbers,
)


@pytest.fixture(autouse=True)
def graph():
    tf.disable_v2_behavior()
    with tf.Graph().as_default() as graph:
        yield graph


def leaves(values):
    return [leaf for v in values for leaf in (leaves(v) if isinstance(v, list) else [v])]


@pytest.mark.parametrize("folds", [True, False])
@pytest.mark.parametrize("program", PROGRAMS)
def test_the_printed_program_does_what_the_session_does(program, folds):
    fetches, feeds = program()
    config = tf.ConfigProto()
    config.graph_options.rewrite_options.disable_meta_optimizer = not folds
    init = tf.global_variables_initializer()
    by_session, by_hand = tf.Session(config=config), tf.Session(config=config)
    by_session.run(init)
    by_hand.run(init)
    explanation = by_hand.explain(fetches, feeds)
    namespace = explanation.namespace()
    exec(explanation.source, namespace)
    for _ in range(2):
        expected = [value for value in leaves(by_session.run(fetches, feeds)) if value is not None]
        arrays = [np.asarray(value, key.dtype.as_numpy_dtype) for key, value in feeds.items()]
        found = namespace["run"](*arrays)
        found = found if isinstance(found, tuple) else (found,)
        assert len(found) == len(expected)
        for one, two in zip(found, expected, strict=True):
            if np.asarray(two).dtype == object:
                assert np.asarray(one).tolist() == two.tolist()
            else:
                np.testing.assert_allclose(one, two, rtol=1e-6)
    for variable in tf.global_variables():
        np.testing.assert_allclose(by_hand.run(variable), by_session.run(variable), rtol=1e-6)


def test_a_simple_program_needs_nothing_but_numpy():
    fetches, feeds = polynomial()
    explanation = tf.Session().explain(fetches, feeds)
    namespace = {}
    exec(explanation.source, namespace)
    assert namespace["run"](np.float32([1.0, 2.0]))[0].tolist() == [6.0, 17.0]
    assert "kernels" not in explanation.source
    assert str(explanation).startswith("def run(x):\n")


def test_a_read_that_nobody_takes_is_left_out():
    count = tf.Variable(1, name="count")
    with tf.control_dependencies([tf.identity(tf.assign_add(count, 1))]):
        done = tf.constant(True)
    source = tf.Session().explain(done).source
    assert source.count(".value") == 1  # in AssignAdd
    assert "variables['count']" in source
