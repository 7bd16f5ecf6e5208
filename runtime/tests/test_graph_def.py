"""Graphs from outside are checked before they are believed; small graphs stay small as data."""

import numpy as np
import pytest

import minigraph.compat.v1 as tf
from minigraph import protos


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def node(graph_def, name, op, *inputs, **types):
    """Adds a node; `types` are attributes that hold a dtype."""
    added = graph_def.node.add(name=name, op=op, input=inputs)
    for key, dtype in types.items():
        added.attr[key].type = dtype.as_datatype_enum
    return added


def refusal(graph_def):
    with pytest.raises((ValueError, tf.errors.OpError)) as info:
        tf.import_graph_def(graph_def)
    return str(info.value)


def test_one_repeated_value_is_stored_once(graph):
    tf.constant(0.5, shape=[1000, 1000], name="c")
    message = graph.as_graph_def()
    assert message.ByteSize() < 200
    with tf.Graph().as_default() as copy, tf.Session() as session:
        tf.import_graph_def(message, name="")
        value = session.run("c:0")
        assert copy.as_graph_def() == message
    assert value.shape == (1000, 1000)
    assert value.flags.writeable
    np.testing.assert_array_equal(np.unique(value), [0.5])


def test_a_fetched_constant_is_the_caller_s_own():
    c = tf.ones([2, 2])
    with tf.Session() as session:
        session.run(c)[...] = 7.0
        np.testing.assert_array_equal(session.run(c), np.ones([2, 2]))


def test_a_tensor_larger_than_a_message_may_be_is_refused_before_it_takes_memory():
    message = protos.GraphDef()
    c = node(message, "c", "Const", dtype=tf.float32)
    c.attr["value"].tensor.dtype = tf.float32.as_datatype_enum
    c.attr["value"].tensor.tensor_shape.dim.add(size=10**12)
    c.attr["value"].tensor.float_val.append(1.0)
    assert "takes more than" in refusal(message)


def test_a_constant_must_be_of_its_dtype():
    message = protos.GraphDef()
    c = node(message, "c", "Const", dtype=tf.float32)
    c.attr["value"].tensor.dtype = tf.int32.as_datatype_enum
    c.attr["value"].tensor.tensor_shape.SetInParent()
    (tensor,) = tf.import_graph_def(message, return_elements=["c:0"])
    with tf.Session() as session, pytest.raises(tf.errors.InvalidArgumentError) as info:
        session.run(tensor)
    assert info.value.message == (
        "Type mismatch between value (int32) and dtype (float)\n\t [[{{node import/c}}]]"
    )


@pytest.mark.parametrize("name", ["", "_x", "a b", "ä", "a:0"])
def test_names_that_no_node_may_have(name):
    message = protos.GraphDef()
    node(message, name, "NoOp")
    assert refusal(message) == f"Node '{name}': Node name contains invalid characters"


def test_control_inputs_come_last():
    message = protos.GraphDef()
    node(message, "p", "Placeholder", dtype=tf.float32)
    node(message, "i", "Identity", "^p", "p", T=tf.float32)
    assert refusal(message) == "Node 'i': Control dependencies must come after regular dependencies"


def test_attributes_must_have_values_that_the_op_allows():
    message = protos.GraphDef()
    node(message, "p", "Placeholder", dtype=tf.string)
    node(message, "m", "MatMul", "p", "p", T=tf.string)
    assert "Value for attr 'T' of string is not in the list of allowed values" in refusal(message)
    message = protos.GraphDef()
    added = node(message, "a", "AddN", T=tf.float32)
    added.attr["N"].i = 0
    assert "Value for attr 'N' of 0 must be at least minimum 1" in refusal(message)
    message = protos.GraphDef()
    added = node(message, "p", "Placeholder")
    added.attr["dtype"].type = 99
    assert "AttrValue has invalid DataType enum: 99" in refusal(message)


def test_inputs_come_first_and_else_the_order_is_that_of_the_message(graph):
    message = protos.GraphDef()
    node(message, "last", "NoOp", "^b", "^a")
    node(message, "b", "NoOp")
    node(message, "a", "NoOp")
    node(message, "free", "NoOp")
    tf.import_graph_def(message, name="")
    assert [op.name for op in graph.get_operations()] == ["b", "a", "last", "free"]


def test_open_blocks_give_imported_operations_devices_but_no_attributes(graph):
    message = protos.GraphDef()
    node(message, "n", "NoOp")
    anchor = tf.constant(1.0)
    with graph.colocate_with(anchor), graph._attr_scope({"_note": "x"}), tf.device("/cpu:0"):
        (op,) = tf.import_graph_def(message, return_elements=["n"])
    assert op.device == "/device:CPU:0"
    assert dict(op.attrs) == {}


def test_messages_of_tensorflow_are_read_as_they_are():
    class GraphDef:
        class DESCRIPTOR:
            name = "GraphDef"

        def SerializeToString(self):
            message = protos.GraphDef()
            node(message, "n", "NoOp")
            return message.SerializeToString()

    assert tf.import_graph_def(GraphDef(), return_elements=["n"])[0].name == "import/n"
