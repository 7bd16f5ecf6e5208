"""Variables keep values between runs; both kinds, what they read and when."""

from __future__ import annotations

import numpy as np
import pytest

import minigraph.compat.v1 as tf
from minigraph.testing import fresh_session

KINDS = pytest.mark.parametrize("resource", [False, True], ids=["reference", "resource"])


@pytest.fixture
def session():
    with fresh_session() as opened:
        yield opened


@KINDS
def test_a_value_lasts_from_run_to_run(session, resource):
    counter = tf.Variable(0, use_resource=resource)
    session.run(counter.initializer)
    step = counter.assign_add(2)
    assert [int(session.run(step)) for _ in range(3)] == [2, 4, 6]
    assert session.run(counter) == 6


@KINDS
def test_sessions_do_not_share_values(session, resource):
    variable = tf.Variable(1.0, use_resource=resource)
    with tf.Session() as other:
        other.run(variable.initializer)
        other.run(variable.assign(5.0))
        session.run(variable.initializer)
        assert (session.run(variable), other.run(variable)) == (1.0, 5.0)


@KINDS
def test_a_fetched_array_is_not_the_variable(session, resource):
    variable = tf.Variable([1.0, 2.0], use_resource=resource)
    session.run(variable.initializer)
    fetched = session.run(variable)
    fetched[:] = 9.0
    kept = session.run(variable)
    session.run(variable.assign([3.0, 4.0]))
    np.testing.assert_array_equal(kept, [1.0, 2.0])


@KINDS
def test_an_assigned_array_is_not_the_variable(session, resource):
    variable = tf.Variable([1.0, 2.0], use_resource=resource)
    value = tf.placeholder(tf.float32, [2])
    fed = np.array([5.0, 6.0], np.float32)
    session.run(variable.assign(value), {value: fed})
    fed[:] = 0.0
    np.testing.assert_array_equal(session.run(variable), [5.0, 6.0])


def test_what_was_read_of_a_reference_variable_follows_it(session):
    variable = tf.Variable([1.0], use_resource=False)
    session.run(variable.initializer)
    before = variable.value()
    with tf.control_dependencies([variable.assign([7.0])]):
        after = before + 0.0
    assert session.run(after) == [7.0]


def test_what_was_read_of_a_resource_variable_stays(session):
    variable = tf.Variable([1.0], use_resource=True)
    session.run(variable.initializer)
    before = variable.value()
    with tf.control_dependencies([before]):
        changed = variable.assign([7.0])
    with tf.control_dependencies([changed]):
        after = before + 0.0
    assert session.run(after) == [1.0]


@KINDS
def test_reading_before_the_first_assignment_fails(session, resource):
    variable = tf.Variable(1.0, name="v", use_resource=resource)
    with pytest.raises(tf.errors.FailedPreconditionError, match="v"):
        session.run(variable + 1.0)


def test_an_initial_value_may_depend_on_another_variable(session):
    first = tf.Variable(2.0, use_resource=False)
    second = tf.Variable(first * 3.0, use_resource=False)
    session.run(second.initializer)
    assert session.run(second) == 6.0
    session.run(first.initializer)
    session.run(first.assign(10.0))
    session.run(second.initializer)
    assert session.run(second) == 30.0


def test_a_long_chain_to_another_variable_is_guarded_without_recursion(session):
    first = tf.Variable(1.0, use_resource=False)
    value = first.value()
    for _ in range(3000):
        value = value + 1.0
    second = tf.Variable(value, use_resource=False)
    session.run(second.initializer)
    assert session.run(second) == 3001.0


@KINDS
def test_slices_can_be_assigned(session, resource):
    variable = tf.Variable(np.zeros((2, 3), np.float32), use_resource=resource)
    session.run(variable.initializer)
    session.run(variable[:, 1].assign([5.0, 6.0]))
    np.testing.assert_array_equal(session.run(variable), [[0, 5, 0], [0, 6, 0]])


@KINDS
def test_a_variable_survives_its_proto(session, resource):
    variable = tf.Variable([1.0], name="v", use_resource=resource)
    session.run(variable.initializer)
    twin = type(variable).from_proto(variable.to_proto())
    session.run(twin.assign_add([1.0]))
    assert session.run(variable) == [2.0]


@KINDS
def test_all_uninitialized_variables_are_reported(session, resource):
    first = tf.Variable(1.0, name="first", use_resource=resource)
    tf.Variable(1.0, name="second", use_resource=resource)
    report = tf.report_uninitialized_variables()
    session.run(first.initializer)
    assert session.run(report).tolist() == [b"second"]
    session.run(tf.global_variables_initializer())
    assert session.run(report).tolist() == []


def test_updates_of_one_run_are_not_lost_between_threads(session):
    from concurrent.futures import ThreadPoolExecutor

    counter = tf.Variable(0, use_resource=False)
    session.run(counter.initializer)
    step = counter.assign_add(1).op
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: session.run(step), range(400)))
    assert session.run(counter) == 400
