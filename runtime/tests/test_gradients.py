"""tf.gradients walks graphs of any depth, sums what meets and says what it cannot do."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import minigraph.compat.v1 as tf
from minigraph.testing import fresh_session


@pytest.fixture
def session():
    with fresh_session() as opened:
        yield opened


def test_a_chain_of_50000_ops_needs_no_recursion(session):
    x = tf.constant(1.0)
    y = x
    for _ in range(50_000):
        y = tf.negative(y)
    assert session.run(tf.gradients(y, x)) == [1.0]


def test_paths_that_meet_are_summed_once(session):
    x = tf.constant(1.0)
    y = x
    for _ in range(30):
        y = y + y
    (gradient,) = tf.gradients(y, x)
    assert session.run(gradient) == 2.0**30
    assert len(tf.get_default_graph().get_operations()) < 300


def test_nothing_is_added_for_what_does_not_reach_x(session):
    x, other = tf.constant(1.0), tf.constant(2.0)
    side = tf.sin(other)
    before = tf.get_default_graph().version
    tf.gradients(x * 2.0 + side, x)
    added = [op.name for op in tf.get_default_graph().get_operations()[before:]]
    assert not any("Sin" in name for name in added)


def test_integers_and_constants_have_none():
    with tf.Graph().as_default():
        x = tf.constant(3)
        assert tf.gradients(x * x, x) == [None]
        y = tf.constant(3.0)
        assert tf.gradients(tf.constant(1.0), y) == [None]


def test_an_op_without_a_rule_is_named(session):
    x = tf.constant([1.0, 2.0])
    with pytest.raises(LookupError, match="No gradient defined for operation'u' \\(op type: Uniq"):
        tf.gradients(tf.unique(x, name="u").y, x)


def test_a_failed_call_leaves_the_graph_usable(session):
    x = tf.constant([1.0, 2.0])
    with pytest.raises(LookupError):
        tf.gradients(tf.unique(x).y, x)
    assert tf.get_default_graph().get_name_scope() == ""
    np.testing.assert_array_equal(session.run(tf.gradients(x * x, x)[0]), [2.0, 4.0])


def test_a_variable_of_either_kind_is_an_x(session):
    for resource in (False, True):
        v = tf.Variable([1.0, 2.0], use_resource=resource)
        session.run(v.initializer)
        np.testing.assert_array_equal(session.run(tf.gradients(v * v, v)[0]), [2.0, 4.0])


def test_custom_gradients_replace_those_of_their_ops(session):
    @tf.custom_gradient
    def clipped(x):
        return tf.exp(x), lambda upstream: tf.minimum(upstream, 1.0)

    x = tf.constant(50.0)
    assert session.run(tf.gradients(clipped(x) * 3.0, x)) == [1.0]


UNARY = st.sampled_from([tf.sin, tf.tanh, tf.exp, tf.negative, tf.sigmoid, tf.square])
BINARY = st.sampled_from([tf.add, tf.subtract, tf.multiply, tf.maximum])


@settings(max_examples=40)
@given(st.data())
def test_gradients_of_random_graphs_are_those_of_finite_differences(data):
    with fresh_session() as session:
        x = tf.placeholder(tf.float64, [3])
        values = [x * 0.3, x * -0.2 + 0.1]
        for _ in range(data.draw(st.integers(3, 25))):
            if data.draw(st.booleans()):
                values.append(data.draw(UNARY)(data.draw(st.sampled_from(values))) * 0.5)
            else:
                pair = [data.draw(st.sampled_from(values)) for _ in range(2)]
                values.append(data.draw(BINARY)(*pair) * 0.5)
        y = tf.reduce_sum(values[-1])
        (gradient,) = tf.gradients(y, x, unconnected_gradients="zero")
        point = np.array([0.31, -0.47, 0.83])
        found = session.run(gradient, {x: point})
        for index in range(3):
            step = np.zeros(3)
            step[index] = 1e-6
            up, down = (session.run(y, {x: point + sign * step}) for sign in (1, -1))
            assert found[index] == pytest.approx((up - down) / 2e-6, rel=1e-4, abs=1e-6)
