"""Variable scopes name variables, share them on request and pass on defaults."""

from __future__ import annotations

import pytest

import minigraph.compat.v1 as tf


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def layer(size: int):
    return tf.get_variable("w", [size], initializer=tf.ones_initializer())


def test_names_come_from_variable_scopes_and_not_from_name_scopes():
    with tf.name_scope("n"), tf.variable_scope("a"), tf.variable_scope("b"):
        assert layer(1).name == "a/b/w:0"


def test_reuse_finds_the_same_variable():
    with tf.variable_scope("a"):
        first = layer(2)
    with tf.variable_scope("a", reuse=True):
        assert layer(2) is first
    with tf.variable_scope("a", reuse=tf.AUTO_REUSE):
        assert layer(2) is first


def test_a_variable_is_not_made_twice_by_accident():
    with tf.variable_scope("a"):
        layer(2)
        with pytest.raises(ValueError, match="Variable a/w already exists, disallowed"):
            layer(2)


def test_reuse_never_makes_a_variable():
    absent = pytest.raises(ValueError, match="does not exist, or was not created with")
    with tf.variable_scope("a", reuse=True), absent:
        layer(2)


def test_a_shared_variable_has_one_shape_and_dtype():
    with tf.variable_scope("a", reuse=tf.AUTO_REUSE):
        layer(2)
        with pytest.raises(ValueError, match="specified shape \\(3,\\) and found shape \\(2,\\)"):
            layer(3)
        with pytest.raises(ValueError, match="specified dtype int32"):
            tf.get_variable("w", [2], tf.int32)


def test_default_names_are_made_unique():
    names = []
    for _ in range(2):
        with tf.variable_scope(None, default_name="dense"):
            names.append(layer(1).name)
    assert names == ["dense/w:0", "dense_1/w:0"]


def test_inner_scopes_take_over_the_settings_of_outer_ones():
    with tf.variable_scope("a", dtype=tf.float64, use_resource=True), tf.variable_scope("b"):
        variable = tf.get_variable("w", [1])
    assert variable.dtype == tf.float64
    assert type(variable).__name__ == "ResourceVariable"


def test_stores_belong_to_graphs(graph):
    first = layer(1)
    with tf.Graph().as_default():
        assert layer(1) is not first


def test_a_scope_left_by_an_error_is_closed():
    with pytest.raises(ZeroDivisionError), tf.variable_scope("a"):
        raise ZeroDivisionError
    assert tf.get_variable_scope().name == ""
    assert layer(1).name == "w:0"


def test_a_scope_that_cannot_be_opened_leaves_nothing_open(graph):
    with pytest.raises(ValueError, match="not a valid"), tf.variable_scope("not allowed"):
        pass
    assert tf.get_variable_scope().name == ""
    assert tf.get_default_graph() is graph
    assert graph.get_name_scope() == ""
