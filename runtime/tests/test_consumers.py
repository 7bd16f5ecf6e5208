"""Which operations take a tensor, as a graph grows and as its operations change."""

from __future__ import annotations

import pytest

import minigraph.compat.v1 as tf


def test_consumers_are_found_as_the_graph_grows() -> None:
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [], "x")
        assert x.consumers() == []
        twice = tf.add(x, x, "twice")
        assert x.consumers() == [twice.op, twice.op]
        double = tf.add(twice, x, "double")
        assert x.consumers() == [twice.op, twice.op, double.op]
        assert twice.consumers() == [double.op]


def test_an_operation_that_was_refused_is_no_consumer() -> None:
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [2], "x")
        with pytest.raises(ValueError, match="rank 2"):
            tf.matmul(x, x)
        kept = tf.negative(x)
        assert x.consumers() == [kept.op]


def test_what_an_import_took_back_consumes_nothing() -> None:
    with tf.Graph().as_default() as donor:
        tf.negative(tf.placeholder(tf.float32, [], "x"), "y")
        wrong = donor.as_graph_def()
    wrong.node[1].attr["T"].type = tf.int32.as_datatype_enum
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [], "x")
        assert x.consumers() == []
        with pytest.raises(ValueError, match="was passed"):
            tf.import_graph_def(wrong, {"x": x}, name="")
        assert x.consumers() == []


def test_a_loop_whose_gradient_is_taken_gets_consumers_for_what_it_stacks() -> None:
    with tf.Graph().as_default():
        x = tf.constant(2.0)
        y = tf.while_loop(lambda v: v < 30.0, lambda v: v * x, [x], name="loop")
        assert x.consumers()
        (gradient,) = tf.gradients(y, x)
        with tf.Session() as sess:
            assert sess.run([y, gradient]) == [32.0, 80.0]


def test_operations_with_the_same_attributes_keep_their_own_changes() -> None:
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [])
        first, second = tf.negative(x).op, tf.negative(x).op
        first._set_attr("_note", 1)
        with tf.control_dependencies([first]):
            tf.no_op()
        assert "_note" not in second.attrs
        assert first.get_attr("_note") == 1
        assert not second.attrs.get("_has_manual_control_dependencies")
