"""A model whose files were altered loads as it was or is refused with a sentence."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys

import hypothesis
import pytest
from hypothesis import strategies as st

import minigraph.compat.v1 as tf


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    path = str(tmp_path_factory.mktemp("saved") / "model")
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [None], name="x")
        w = tf.get_variable("w", initializer=[2.0])
        session.run(w.initializer)
        tf.saved_model.simple_save(session, path, {"x": x}, {"y": tf.multiply(x, w, name="y")})
    return path


def load(path: str) -> None:
    with tf.Graph().as_default(), tf.Session() as session:
        tf.saved_model.load(session, ["serve"], path)


@hypothesis.settings(max_examples=150)
@hypothesis.given(data=st.data())
def test_altered_graphs(model, tmp_path_factory, data):
    path = str(tmp_path_factory.getbasetemp() / "altered_model")
    if not os.path.exists(path):
        shutil.copytree(model, path)
    with open(f"{model}/saved_model.pb", "rb") as file:
        content = bytearray(file.read())
    for _ in range(data.draw(st.integers(1, 3))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    if data.draw(st.booleans()):
        del content[data.draw(st.integers(0, len(content))) :]
    with open(f"{path}/saved_model.pb", "wb") as file:
        file.write(content)
    # RuntimeError: no graph has the tag. ValueError: a graph without its checkpoint.
    with contextlib.suppress(tf.errors.OpError, RuntimeError):
        load(path)


def test_what_is_said_of_a_file_that_is_no_model(tmp_path):
    (tmp_path / "saved_model.pb").write_bytes(b"\xff\xff")
    with pytest.raises(tf.errors.DataLossError, match="Cannot parse file") as caught:
        load(str(tmp_path))
    assert isinstance(caught.value, OSError)  # as in TensorFlow


def test_what_is_said_of_a_graph_that_is_none(model, tmp_path):
    from minigraph import protos

    path = f"{tmp_path}/model"
    shutil.copytree(model, path)
    with open(f"{path}/saved_model.pb", "rb") as file:
        message = protos.SavedModel.FromString(file.read())
    message.meta_graphs[0].graph_def.node[0].input.append("nowhere")
    with open(f"{path}/saved_model.pb", "wb") as file:
        file.write(message.SerializeToString())
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"SavedModel in .* is not valid"):
        load(path)


def call_itself(message) -> None:
    function = message.graph_def.library.function.add()
    function.signature.name = "f"
    function.signature.input_arg.add(name="x", type=1)
    function.signature.output_arg.add(name="y", type=1)
    function.ret["y"] = "n:output:0"
    inside = function.node_def.add(name="n", op="PartitionedCall", input=["x"])
    outside = message.graph_def.node.add(name="call", op="PartitionedCall", input=["y"])
    for node in (inside, outside):
        node.attr["f"].func.name = "f"
        node.attr["Tin"].list.type.append(1)
        node.attr["Tout"].list.type.append(1)


def run_in_circles(message) -> None:
    for name, source in (("a", "b"), ("b", "a")):
        node = message.graph_def.node.add(name=name, op="Identity", input=[source])
        node.attr["T"].type = 1


def hold_no_variables(message) -> None:
    message.collection_def["variables"].bytes_list.value.append(b"\xff\xff")


def start_with_nothing(message) -> None:
    message.signature_def["__saved_model_init_op"].outputs["other"].name = "y:0"


def restore_nothing(message) -> None:
    message.saver_def.restore_op_name = "nowhere"


def take_no_filename(message) -> None:
    message.saver_def.filename_tensor_name = "x:0"


@pytest.mark.parametrize(
    "change",
    [
        call_itself,
        run_in_circles,
        hold_no_variables,
        start_with_nothing,
        restore_nothing,
        take_no_filename,
    ],
)
def test_graphs_that_nobody_writes(model, tmp_path, change):
    from minigraph import protos

    path = f"{tmp_path}/model"
    shutil.copytree(model, path)
    with open(f"{path}/saved_model.pb", "rb") as file:
        message = protos.SavedModel.FromString(file.read())
    change(message.meta_graphs[0])
    with open(f"{path}/saved_model.pb", "wb") as file:
        file.write(message.SerializeToString())
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"SavedModel in .* is not valid"):
        load(path)


def test_text_that_nests_without_end(tmp_path):
    nested = b"func{attr{key:'a' value{" * 3000 + b"}}}" * 3000
    text = b"meta_graphs{graph_def{node{attr{key:'a' value{%s}}}}}" % nested
    (tmp_path / "saved_model.pbtxt").write_bytes(text)
    with pytest.raises(tf.errors.DataLossError, match="Cannot parse file"):
        load(str(tmp_path))


def test_variables_that_were_altered(model, tmp_path):
    path = f"{tmp_path}/model"
    shutil.copytree(model, path)
    with open(f"{path}/variables/variables.data-00000-of-00001", "r+b") as file:
        file.write(b"\1")
    with pytest.raises(tf.errors.DataLossError, match="Checksum does not match"):
        load(path)


OBJECTS = """
import sys
import minigraph as tf
from minigraph import protos

class Model(tf.Module):
    def __init__(self):
        self.w = tf.Variable([2.0])

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def __call__(self, x):
        return x * self.w

tf.saved_model.save(Model(), sys.argv[1])
with open(sys.argv[1] + "/saved_model.pb", "rb") as file:
    content = file.read()

def lose_a_child(graph):
    graph.nodes[0].children[0].node_id = 99

def forget_a_trace(graph):
    del graph.concrete_functions[next(iter(graph.concrete_functions))]

def name_nothing(graph):
    for node in graph.nodes:
        if node.WhichOneof("kind") == "function":
            node.function.function_spec.fullargspec.Clear()

for change in (lose_a_child, forget_a_trace, name_nothing):
    message = protos.SavedModel.FromString(content)
    change(message.meta_graphs[0].object_graph_def)
    with open(sys.argv[1] + "/saved_model.pb", "wb") as file:
        file.write(message.SerializeToString())
    try:
        tf.saved_model.load(sys.argv[1])
    except tf.errors.InvalidArgumentError as error:
        print(change.__name__, "is not valid" in error.message)
"""


def test_a_model_of_objects_that_nobody_writes(tmp_path):
    """As tf.saved_model.load of TensorFlow 2 reads it, in a process that executes eagerly."""
    command = [sys.executable, "-c", OBJECTS, f"{tmp_path}/model"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:-1] == [
        "lose_a_child True",
        "forget_a_trace True",
        "name_nothing True",
    ]
