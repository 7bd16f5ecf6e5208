"""A graph goes through MetaGraphDef bytes and comes back with its collections and shapes."""

import numpy as np
import pytest

import minigraph.compat.v1 as tf
from minigraph import collection_defs, meta_graph, protos


@pytest.fixture
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def read_back(message, **kwargs):
    """A new graph with what the bytes of a MetaGraphDef hold, and the variables in it."""
    message = protos.MetaGraphDef.FromString(message.SerializeToString())
    with tf.Graph().as_default() as graph:
        return graph, meta_graph.import_scoped_meta_graph(message, **kwargs)


def test_nodes_come_back_as_they_were(graph):
    x = tf.placeholder(tf.float32, [None, 3], name="x")
    with tf.device("/cpu:0"), tf.control_dependencies([x]):
        noise = tf.random_normal([3], seed=7)
    tf.multiply(x, noise).set_shape([4, 3])
    copy, _ = read_back(tf.train.export_meta_graph())
    assert copy.as_graph_def(add_shapes=True) == graph.as_graph_def(add_shapes=True)


def test_variables_come_back_once_and_in_every_collection(graph):
    tf.Variable([1.0, 2.0], name="v")
    copy, variables = read_back(tf.train.export_meta_graph())
    (variable,) = variables.values()
    assert list(variables) == ["v:0"]
    assert copy.get_collection(tf.GraphKeys.GLOBAL_VARIABLES)[0] is variable
    assert copy.get_collection(tf.GraphKeys.TRAINABLE_VARIABLES)[0] is variable
    with tf.Session(graph=copy) as session:
        session.run(variable.initializer)
        np.testing.assert_array_equal(session.run(variable), [1.0, 2.0])


def test_resource_variables_come_back_as_such(graph):
    with tf.variable_scope("s", use_resource=True):
        tf.get_variable("w", [2])
    _, variables = read_back(tf.train.export_meta_graph(), import_scope="t")
    assert type(variables["s/w:0"]).__name__ == "ResourceVariable"
    assert variables["s/w:0"].name == "t/s/w:0"


def test_collections_can_be_left_out(graph):
    tf.add_to_collection("a", 1)
    tf.add_to_collection("b", 2)
    copy, _ = read_back(
        tf.train.export_meta_graph(), restore_collections_predicate=lambda key: key == "b"
    )
    assert copy.get_all_collection_keys() == ["b"]


def test_elements_are_returned_on_request(graph):
    tf.constant(1.0, name="c")
    message = tf.train.export_meta_graph()
    with tf.Graph().as_default():
        _, elements = meta_graph.import_scoped_meta_graph_with_return_elements(
            message, import_scope="s", return_elements=["c", "c:0"]
        )
    assert [element.name for element in elements] == ["s/c", "s/c:0"]


def test_a_collection_may_have_messages_of_its_own(graph, monkeypatch):
    monkeypatch.setattr(collection_defs, "_proto_functions", dict(collection_defs._proto_functions))
    collection_defs.register_proto_function(
        "limits",
        "GPUOptions",
        lambda item, export_scope=None: protos.GPUOptions(per_process_gpu_memory_fraction=item),
        lambda message, import_scope=None: message.per_process_gpu_memory_fraction,
    )
    tf.add_to_collection("limits", 0.25)
    copy, _ = read_back(tf.train.export_meta_graph())
    assert copy.get_collection("limits") == [0.25]


def test_a_scope_is_copied_beside_itself(graph):
    with tf.variable_scope("one"):
        tf.get_variable("w", [2])
    copied = meta_graph.copy_scoped_meta_graph("one", "two")
    assert copied["w:0"].name == "two/w:0"
    with pytest.raises(ValueError, match="need to be different"):
        meta_graph.copy_scoped_meta_graph("one", "one")


def test_a_graph_is_written_whole_or_not_at_all(graph, tmp_path):
    class Unwritable:
        def SerializeToString(self, deterministic):
            raise ValueError("no")

    target = tmp_path / "deep" / "graph.pb"
    tf.io.write_graph(graph, tmp_path / "deep", "graph.pb", as_text=False)
    before = target.read_bytes()
    with pytest.raises(ValueError, match="no"):
        tf.io.write_graph(Unwritable(), tmp_path / "deep", "graph.pb", as_text=False)
    assert target.read_bytes() == before
    assert [path.name for path in target.parent.iterdir()] == ["graph.pb"]


@pytest.mark.parametrize("as_text", [False, True])
def test_a_file_is_read_in_either_format(graph, tmp_path, as_text):
    tf.constant([1.0, 2.0], name="c")
    written = tf.train.export_meta_graph(str(tmp_path / "m"), as_text=as_text)
    assert meta_graph.read_meta_graph_file(tmp_path / "m") == written
