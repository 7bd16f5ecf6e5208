"""Optimizers take the steps of their formulas, on all of a variable or on some rows."""

from __future__ import annotations

import numpy as np
import pytest

import minigraph.compat.v1 as tf
from minigraph.testing import fresh_session

KINDS = pytest.mark.parametrize("resource", [False, True], ids=["reference", "resource"])
START = np.array([[1.0, -2.0], [3.0, 0.5], [0.0, 4.0]], np.float32)


def momentum(var, grad, slots, step):
    slots["accum"] = 0.9 * slots.get("accum", 0) + grad
    return var - 0.1 * slots["accum"]


def nesterov(var, grad, slots, step):
    slots["accum"] = 0.9 * slots.get("accum", 0) + grad
    return var - 0.1 * (grad + 0.9 * slots["accum"])


def adam(var, grad, slots, step):
    slots["m"] = 0.9 * slots.get("m", 0) + 0.1 * grad
    slots["v"] = 0.999 * slots.get("v", 0) + 0.001 * grad**2
    rate = 0.1 * np.sqrt(1 - 0.999**step) / (1 - 0.9**step)
    return var - rate * slots["m"] / (np.sqrt(slots["v"]) + 1e-8)


def adagrad(var, grad, slots, step):
    slots["sum"] = slots.get("sum", 0.1) + grad**2
    return var - 0.1 * grad / np.sqrt(slots["sum"])


def rms_prop(var, grad, slots, step):
    slots["ms"] = 0.9 * slots.get("ms", 1.0) + 0.1 * grad**2
    return var - 0.1 * grad / np.sqrt(slots["ms"] + 1e-10)


FORMULAS = {
    "gradient descent": (
        lambda: tf.train.GradientDescentOptimizer(0.1),
        lambda var, grad, slots, step: var - 0.1 * grad,
    ),
    "momentum": (lambda: tf.train.MomentumOptimizer(0.1, 0.9), momentum),
    "nesterov": (lambda: tf.train.MomentumOptimizer(0.1, 0.9, use_nesterov=True), nesterov),
    "adam": (lambda: tf.train.AdamOptimizer(0.1), adam),
    "adagrad": (lambda: tf.train.AdagradOptimizer(0.1), adagrad),
    "rms_prop": (lambda: tf.train.RMSPropOptimizer(0.1), rms_prop),
}


@KINDS
@pytest.mark.parametrize("name", FORMULAS)
def test_ten_steps_follow_the_formula(name, resource):
    make, formula = FORMULAS[name]
    with fresh_session() as session:
        variable = tf.Variable(START, use_resource=resource)
        train = make().minimize(tf.reduce_sum(tf.square(variable)))
        session.run(tf.global_variables_initializer())
        expected, slots = START.astype(np.float64), {}
        for step in range(1, 11):
            session.run(train)
            expected = formula(expected, 2 * expected, slots, step)
        np.testing.assert_allclose(session.run(variable), expected, rtol=1e-4)


@KINDS
@pytest.mark.parametrize("name", [name for name in FORMULAS if name != "adam"])
def test_rows_without_a_gradient_stay(name, resource):
    with fresh_session() as session:
        variable = tf.Variable(START, use_resource=resource)
        rows = tf.gather(variable, [0, 2, 2])
        train = FORMULAS[name][0]().minimize(tf.reduce_sum(rows))
        session.run(tf.global_variables_initializer())
        session.run(train)
        changed = session.run(variable) != START
        assert changed.tolist() == [[True, True], [False, False], [True, True]]


@KINDS
def test_gradients_of_equal_rows_are_summed(resource):
    with fresh_session() as session:
        variable = tf.Variable(START, use_resource=resource)
        slices = tf.IndexedSlices(tf.ones([3, 2]), tf.constant([1, 1, 1]))
        optimizer = tf.train.MomentumOptimizer(1.0, 0.0)
        train = optimizer.apply_gradients([(slices, variable)])
        session.run(tf.global_variables_initializer())
        session.run(train)
        np.testing.assert_allclose(session.run(variable)[1], START[1] - 3.0)


@KINDS
def test_the_global_step_counts_updates(resource):
    with fresh_session() as session:
        variable = tf.Variable(1.0, use_resource=resource)
        step = tf.Variable(0, trainable=False, use_resource=resource)
        train = tf.train.GradientDescentOptimizer(0.1).minimize(variable, global_step=step)
        session.run(tf.global_variables_initializer())
        for _ in range(3):
            session.run(train)
        assert session.run(step) == 3


@KINDS
def test_a_step_that_fails_changes_nothing(resource):
    with fresh_session() as session:
        variable = tf.Variable(START, use_resource=resource)
        grad = tf.placeholder(tf.float32)
        train = tf.train.GradientDescentOptimizer(0.1).apply_gradients([(grad, variable)])
        session.run(tf.global_variables_initializer())
        with pytest.raises(tf.errors.InvalidArgumentError, match="do not have the same shape"):
            session.run(train, {grad: [1.0]})
        np.testing.assert_array_equal(session.run(variable), START)


def test_an_optimizer_of_ones_own_needs_one_method():
    class SignDescent(tf.train.Optimizer):
        def __init__(self):
            super().__init__(False, "Sign")

        def _apply_dense(self, grad, var):
            return var.assign_sub(tf.sign(grad))

    with fresh_session() as session:
        variable = tf.Variable([5.0, -5.0], use_resource=False)
        train = SignDescent().minimize(tf.reduce_sum(tf.square(variable)))
        session.run(tf.global_variables_initializer())
        session.run(train)
        np.testing.assert_array_equal(session.run(variable), [4.0, -4.0])


def test_slots_are_named_after_their_variables():
    with tf.Graph().as_default():
        variable = tf.Variable(1.0, name="v", use_resource=False)
        optimizer = tf.train.AdamOptimizer()
        optimizer.minimize(variable * variable)
        assert optimizer.get_slot_names() == ["m", "v"]
        assert optimizer.get_slot(variable, "m").name == "v/Adam:0"
        assert tf.trainable_variables() == [variable]
