"""A run computes what its fetches need, and not what others merely wait for."""

from __future__ import annotations

import pytest

import minigraph.compat.v1 as tf
from minigraph import protos
from minigraph.testing import fresh_session


def test_a_value_that_is_only_waited_for_is_not_computed():
    with fresh_session() as session:
        divisor = tf.placeholder(tf.int32, [])
        quotient = 1 // divisor
        assert session.run(tf.group(quotient * 2), {divisor: 0}) is None


def test_a_target_is_computed():
    with fresh_session() as session:
        divisor = tf.placeholder(tf.int32, [])
        with pytest.raises(tf.errors.InvalidArgumentError):
            session.run((1 // divisor).op, {divisor: 0})


def test_a_missing_feed_is_reported_even_so():
    unfed = pytest.raises(tf.errors.InvalidArgumentError, match="You must feed a value")
    with fresh_session() as session, unfed:
        session.run(tf.group(tf.placeholder(tf.int32, []) * 2))


def test_side_effects_behind_such_a_value_happen():
    with fresh_session() as session:
        counter = tf.Variable(0, use_resource=True)
        session.run(counter.initializer)
        session.run(tf.group(counter.assign_add(1) * 2))
        assert session.run(counter) == 1


def test_a_configuration_can_ask_for_everything():
    config = protos.ConfigProto()
    config.graph_options.rewrite_options.dependency_optimization = 2
    with fresh_session(config=config) as session:
        divisor = tf.placeholder(tf.int32, [])
        with pytest.raises(tf.errors.InvalidArgumentError, match="division by zero"):
            session.run(tf.group(1 // divisor), {divisor: 0})
