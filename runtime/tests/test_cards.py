"""Graphs, sessions, tensors, operations and configurations show in a notebook what they are."""

import sys
import xml.etree.ElementTree as ET

import pytest

import minigraph.compat.v1 as tf
from minigraph import cards


@pytest.fixture(autouse=True)
def graph():
    tf.disable_v2_behavior()
    with tf.Graph().as_default() as graph:
        yield graph


def card(shown):
    """Title and rows of a card."""
    root = ET.fromstring(shown._repr_html_())
    rows = {row[0].text: row[1].text for row in root.findall("table/tr")}
    return root.find("b").text, rows, root.find("details")


def test_a_graph_counts_its_operations_and_has_its_picture(graph):
    x = tf.placeholder(tf.float32, [None, 2], name="x")
    weight = tf.get_variable("weight", shape=[2, 1])
    tf.matmul(x, weight)
    title, rows, picture = card(graph)
    assert title == f"Graph of {len(graph.get_operations())} operations"
    assert rows["placeholders"] == "x float32 (?, 2)"
    assert rows["variables"] == "weight float32 (2, 1)"
    assert "MatMul × 1" in rows["types"]
    assert picture.find(".//{http://www.w3.org/2000/svg}svg") is not None
    graph.finalize()
    assert card(graph)[0].endswith(", finalized")


def test_a_large_graph_says_how_it_is_drawn(graph):
    for _ in range(cards.MOST_DRAWN + 1):
        tf.no_op()
    assert graph._repr_html_().endswith("</table>minigraph.draw(graph) draws it.</div>")


def test_without_the_extra_a_graph_has_its_card_all_the_same(graph, monkeypatch):
    tf.no_op()
    monkeypatch.setitem(sys.modules, "igraph", None)
    title, _, picture = card(graph)
    assert (title, picture) == ("Graph of 1 operation", None)


def test_a_session_says_whether_it_is_open_and_which_variables_have_a_value(graph):
    count = tf.Variable([1.0, 2.0], name="count")
    session = tf.Session()
    assert card(session)[:2] == (
        "Session, open",
        {"graph": f"{len(graph.get_operations())} operations", "variables with a value": "none"},
    )
    session.run(count.initializer)
    with session.as_default():
        rows = card(session)[1]
    assert rows["variables with a value"] == "count float32 (2,)"
    assert rows["is the default"] == "yes"
    session.close()
    assert card(session)[0] == "Session, closed"


def test_a_tensor_has_no_value_but_a_maker_and_takers():
    x = tf.placeholder(tf.float32, [2], name="x")
    tf.negative(x, name="minus")
    title, rows, _ = card(x)
    assert title == repr(x) == "<tf.Tensor 'x:0' shape=(2,) dtype=float32>"
    assert rows["value"].startswith("none")
    assert rows["made by"] == "x = Placeholder()"
    assert rows["taken by"] == "minus"
    assert rows["in the line"].startswith("x = tf.placeholder(")


def test_an_operation_lists_inputs_outputs_and_attributes():
    x = tf.constant([[1.0]], name="x")
    with tf.control_dependencies([tf.no_op(name="first")]), tf.device("/cpu:0"):
        y = tf.matmul(x, x, transpose_b=True, name="y")
    title, rows, _ = card(y.op)
    assert title == repr(y.op)
    assert rows["takes"] == "x:0 float32 (1, 1)"
    assert rows["gives"] == "y:0 float32 (1, 1)"
    assert rows["runs after"] == "first"
    assert "transpose_b = True" in rows["attributes"]
    assert rows["device"] == "/device:CPU:0"


def test_a_configuration_lists_what_is_set():
    title, rows, _ = card(tf.ConfigProto())
    assert (title, rows) == ("ConfigProto", {"nothing is set": "every option has its default"})
    config = tf.ConfigProto(allow_soft_placement=True, intra_op_parallelism_threads=2)
    config.gpu_options.allow_growth = True
    config.graph_options.optimizer_options.opt_level = tf.OptimizerOptions.L0
    assert card(config)[1] == {
        "intra_op_parallelism_threads": "2",
        "gpu_options.allow_growth": "True",
        "allow_soft_placement": "True",
        "graph_options.optimizer_options.opt_level": "L0",
    }
