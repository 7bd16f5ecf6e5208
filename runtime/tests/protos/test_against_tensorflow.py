"""Our messages and TensorFlow's in one process: equal fields, interchangeable bytes and text."""

from __future__ import annotations

import importlib

import pytest
from google.protobuf import (
    descriptor_pb2,
    descriptor_pool,
    message_factory,
    text_format,
    unknown_fields,
)
from google.protobuf.descriptor import Descriptor

import minigraph.protos
from runtime.tests.protos.filler import filled
from runtime.tools import build_protos

pytestmark = pytest.mark.tensorflow

# `import tensorflow` registers the others.
EXTRA_MODULES = [
    "tensorflow.core.framework.reader_base_pb2",
    "tensorflow.core.protobuf.tensor_bundle_pb2",
    "tensorflow.core.protobuf.tensorflow_server_pb2",
    "tensorflow.core.util.event_pb2",
    "tensorflow.core.util.saved_tensor_slice_pb2",
]


def declared_names() -> tuple[list[str], list[str]]:
    """Full names of all our messages, nested ones included, and of the enums at top level."""
    files = descriptor_pb2.FileDescriptorSet.FromString(build_protos.BINARY.read_bytes())
    messages: list[str] = []
    enums: list[str] = []

    def visit(scope: str, message: descriptor_pb2.DescriptorProto) -> None:
        if not message.options.map_entry:
            messages.append(f"{scope}.{message.name}")
        for nested in message.nested_type:
            visit(f"{scope}.{message.name}", nested)

    for file in files.file:
        enums.extend(f"{file.package}.{enum.name}" for enum in file.enum_type)
        for message in file.message_type:
            visit(file.package, message)
    return messages, enums


MESSAGES, ENUMS = declared_names()


@pytest.fixture(scope="module", autouse=True)
def tensorflow():
    module = pytest.importorskip("tensorflow")
    for name in EXTRA_MODULES:
        importlib.import_module(name)
    return module


def both(name: str) -> tuple[Descriptor, Descriptor]:
    """Our descriptor and TensorFlow's of the same name."""
    pool = descriptor_pool.Default()
    assert minigraph.protos.ConfigProto
    return (
        pool.FindMessageTypeByName(name),
        pool.FindMessageTypeByName(name.replace("minigraph.", "tensorflow.", 1)),
    )


def declaration(descriptor: Descriptor) -> str:
    """All that the descriptor says: fields with name, number, type, label and default, in their
    order; enums, oneofs, maps, nested messages and reserved numbers."""
    proto = descriptor_pb2.DescriptorProto()
    descriptor.CopyToProto(proto)
    leave_spelling_out(proto)
    return str(proto).replace('".tensorflow.', '".minigraph.')


def leave_spelling_out(message: descriptor_pb2.DescriptorProto) -> None:
    """Take out json_name and packing, which protoc may add, and the order of nested messages."""
    for field in message.field:
        field.ClearField("json_name")
        field.options.ClearField("packed")
        field.options.ClearField("jstype")  # says what JavaScript does with it
        if field.options == descriptor_pb2.FieldOptions():
            field.ClearField("options")
    message.nested_type.sort(key=lambda nested: nested.name)
    for nested in message.nested_type:
        leave_spelling_out(nested)


@pytest.mark.parametrize("name", MESSAGES)
def test_a_message_is_declared_as_tensorflow_declares_it(name):
    ours, theirs = both(name)
    assert declaration(ours) == declaration(theirs)
    for field, twin in zip(ours.fields, theirs.fields, strict=True):
        for trait in ("json_name", "has_presence", "is_packed"):
            assert getattr(field, trait) == getattr(twin, trait)


@pytest.mark.parametrize("name", ENUMS)
def test_an_enum_has_tensorflows_values(name):
    pool = descriptor_pool.Default()
    ours = pool.FindEnumTypeByName(name)
    theirs = pool.FindEnumTypeByName(name.replace("minigraph.", "tensorflow.", 1))
    assert [(v.name, v.number) for v in ours.values] == [(v.name, v.number) for v in theirs.values]


@pytest.mark.parametrize("name", MESSAGES)
def test_bytes_and_text_go_both_ways_with_every_field_set(name):
    our_class, their_class = (message_factory.GetMessageClass(one) for one in both(name))
    for ours, theirs in zip(filled(our_class), filled(their_class), strict=True):
        our_bytes = ours.SerializeToString(deterministic=True)
        assert our_bytes == theirs.SerializeToString(deterministic=True)
        read_by_them, read_by_us = (
            their_class.FromString(our_bytes),
            our_class.FromString(our_bytes),
        )
        assert read_by_them == theirs
        assert read_by_us == ours
        assert not len(unknown_fields.UnknownFieldSet(read_by_them))
        assert str(ours) == str(theirs)
        assert text_format.Parse(str(theirs), our_class()) == ours


def test_messages_of_the_two_families_are_not_mixed_up(tensorflow):
    theirs = tensorflow.compat.v1.ConfigProto(allow_soft_placement=True)
    with pytest.raises(TypeError, match="must be instance of same class"):
        minigraph.protos.ConfigProto().CopyFrom(theirs)


def test_tensorflow_runs_a_session_with_our_config_and_graph(tensorflow):
    v1 = tensorflow.compat.v1
    config = minigraph.protos.ConfigProto(device_count={"CPU": 2})
    graph_def = minigraph.protos.GraphDef()
    node = graph_def.node.add(name="a", op="NoOp", device="/device:CPU:1")
    node.attr["_note"].s = b"ours"
    graph = v1.Graph()
    with graph.as_default():
        v1.import_graph_def(v1.GraphDef.FromString(graph_def.SerializeToString()), name="")
    session_config = v1.ConfigProto.FromString(config.SerializeToString())
    with v1.Session(graph=graph, config=session_config) as session:
        assert session.run("a") is None
        assert sum(device.device_type == "CPU" for device in session.list_devices()) == 2
    exported = minigraph.protos.GraphDef.FromString(graph.as_graph_def().SerializeToString())
    assert [(n.name, n.op, n.attr["_note"].s) for n in exported.node] == [("a", "NoOp", b"ours")]
