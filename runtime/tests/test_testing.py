"""`minigraph.testing` accepts ops that agree with themselves and says what is wrong with others."""

from __future__ import annotations

import numpy as np
import pytest

import minigraph.compat.v1 as tf
from minigraph import testing


@pytest.fixture(autouse=True)
def graph_mode():
    with tf.Graph().as_default():
        yield


@tf.custom_gradient
def square_with_a_wrong_gradient(x):
    return x * x, lambda upstream: upstream * x


def test_check_op_returns_the_value() -> None:
    value = testing.check_op(lambda x: x * 2.0, np.array([1.0, 2.0]))
    np.testing.assert_array_equal(value, [2.0, 4.0])


def test_check_op_takes_several_inputs_and_leaves_integers_alone() -> None:
    value = testing.check_op(tf.gather, np.array([1.0, 2.0, 3.0]), np.array([2, 0, 2]))
    np.testing.assert_array_equal(value, [3.0, 1.0, 3.0])


def test_check_op_finds_a_gradient_that_is_no_derivative() -> None:
    with pytest.raises(AssertionError, match="by input 0 is not its derivative"):
        testing.check_op(square_with_a_wrong_gradient, np.array([1.0, 2.0]))
    testing.check_op(square_with_a_wrong_gradient, np.array([1.0, 2.0]), gradient=False)


def test_check_op_finds_a_static_shape_that_does_not_hold() -> None:
    def claims_too_much(x):
        y = tf.py_func(lambda a: a[:1], [x], tf.float64)
        y.set_shape([2])
        return y

    with pytest.raises(AssertionError, match=r"says shape \(2,\), its value has \(1,\)"):
        testing.check_op(claims_too_much, np.array([1.0, 2.0]))


def test_check_op_finds_a_value_that_depends_on_the_static_shape() -> None:
    def depends_on_shape(x):
        return x + (1.0 if x.shape.is_fully_defined() else 2.0)

    with pytest.raises(AssertionError, match="another value with placeholders of unknown shape"):
        testing.check_op(depends_on_shape, np.array([1.0, 2.0]))


def test_a_fresh_session_is_default_with_an_empty_graph_and_closed_afterwards() -> None:
    with testing.fresh_session() as session:
        assert tf.get_default_session() is session
        assert tf.get_default_graph() is session.graph
        assert session.graph.get_operations() == []
        three = tf.constant(3)
        assert three.eval() == 3
    with pytest.raises(RuntimeError, match="closed Session"):
        session.run(three)


def test_a_fresh_session_repeats_random_numbers_with_its_seed() -> None:
    draws = []
    for _ in range(2):
        with testing.fresh_session(seed=7) as session:
            draws.append(session.run(tf.random_uniform([3])))
    np.testing.assert_array_equal(*draws)
