"""minigraph.protos: protobuf classes that are made when they are asked for."""

import copy
import pickle
import subprocess
import sys

import pytest
from google.protobuf import any_pb2, text_format
from google.protobuf.message import DecodeError

import minigraph.protos
from minigraph.protos import (
    AttrValue,
    ConfigProto,
    GPUOptions,
    GraphDef,
    MetaGraphDef,
    OptimizerOptions,
    RewriterConfig,
    RunOptions,
    TrackableObjectGraph,
)


def python(code: str) -> str:
    """What a fresh process prints."""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return run.stdout.strip()


def test_importing_the_module_does_not_import_protobuf():
    assert (
        python("import sys, minigraph.protos; print('google.protobuf' in sys.modules)") == "False"
    )


def test_a_look_for_a_private_name_does_not_import_protobuf():
    code = "import sys, minigraph.protos as p; hasattr(p, '__wrapped__'); hasattr(p, '_x')"
    assert python(f"{code}; print('google.protobuf' in sys.modules)") == "False"


def test_many_threads_may_ask_first():
    code = """
import threading, minigraph.protos as p
found = []
def ask(): found.append((p.ConfigProto, p.GPUOptions.Experimental))
threads = [threading.Thread(target=ask) for _ in range(16)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(len(found), len(set(found)))
"""
    assert python(code) == "16 1"


def test_an_unknown_name_is_an_attribute_error_that_knows_the_nearest():
    with pytest.raises(AttributeError, match="has no attribute 'ConfigProt'") as info:
        minigraph.protos.ConfigProt  # noqa: B018
    assert (info.value.name, info.value.obj) == ("ConfigProt", minigraph.protos)


def test_dir_lists_messages_and_enums():
    names = dir(minigraph.protos)
    assert {"ConfigProto", "GraphDef", "DataType", "DT_FLOAT"} <= set(names)
    assert all(getattr(minigraph.protos, name) is not None for name in names)


def test_classes_are_named_after_this_module():
    assert repr(ConfigProto) == "<class 'minigraph.protos.ConfigProto'>"
    assert repr(GPUOptions.Experimental) == "<class 'minigraph.protos.GPUOptions.Experimental'>"
    assert ConfigProto.DESCRIPTOR.full_name == "minigraph.ConfigProto"


def test_nested_messages_are_assigned_in_place():
    config = ConfigProto()
    assert not config.HasField("gpu_options")
    config.gpu_options.allow_growth = True
    config.graph_options.rewrite_options.constant_folding = RewriterConfig.OFF
    assert config.HasField("gpu_options")
    assert str(config) == (
        "gpu_options {\n  allow_growth: true\n}\n"
        "graph_options {\n  rewrite_options {\n    constant_folding: OFF\n  }\n}\n"
    )


def test_constructors_take_dicts_and_enum_names():
    config = ConfigProto(device_count={"GPU": 2}, gpu_options={"allow_growth": True})
    assert config.gpu_options == GPUOptions(allow_growth=True)
    assert dict(config.device_count) == {"GPU": 2}
    assert OptimizerOptions(opt_level="L0").opt_level == OptimizerOptions.L0 == -1


@pytest.mark.parametrize(
    ("misuse", "error", "message"),
    [
        (
            lambda config: ConfigProto(nope=1),
            ValueError,
            'Protocol message ConfigProto has no "nope" field.',
        ),
        (
            lambda config: setattr(config, "nope", 1),
            AttributeError,
            'Protocol message ConfigProto has no "nope" field.',
        ),
        (
            lambda config: setattr(config, "gpu_options", GPUOptions()),
            AttributeError,
            'Assignment not allowed to message field "gpu_options" in protocol message object.',
        ),
        (
            lambda config: config.HasField("allow_soft_placement"),
            ValueError,
            "Field minigraph.ConfigProto.allow_soft_placement does not have presence.",
        ),
        (
            lambda config: setattr(config, "inter_op_parallelism_threads", 2**40),
            ValueError,
            "Value out of range: 1099511627776",
        ),
        (
            lambda config: OptimizerOptions(opt_level="L7"),
            ValueError,
            'unknown enum label "L7"',
        ),
        (
            lambda config: OptimizerOptions.Level.Name(77),
            ValueError,
            "Enum Level has no name defined for value 77",
        ),
        (
            lambda config: ConfigProto.FromString(b"\xff"),
            DecodeError,
            "Error parsing message with type 'minigraph.ConfigProto': Wire format was corrupt",
        ),
    ],
)
def test_misuse_gets_protobufs_own_error(misuse, error, message):
    with pytest.raises(error) as info:
        misuse(ConfigProto())
    assert str(info.value) == message


def test_enum_values_hang_on_the_message_and_on_the_enum():
    assert RunOptions.FULL_TRACE == RunOptions.TraceLevel.FULL_TRACE == 3
    assert RunOptions.TraceLevel.Name(3) == "FULL_TRACE"
    assert RunOptions.TraceLevel.Value("HARDWARE_TRACE") == 2
    assert (OptimizerOptions.ON_1, OptimizerOptions.OFF) == (1, -1)
    assert minigraph.protos.DT_HALF == minigraph.protos.DataType.DT_HALF == 19


def test_a_oneof_holds_one_value():
    value = AttrValue(i=3)
    value.s = b"three"
    assert value.WhichOneof("value") == "s"
    assert not value.HasField("i")


def test_messages_can_be_copied_and_pickled():
    config = ConfigProto()
    config.gpu_options.experimental.virtual_devices.add(memory_limit_mb=[64.0])
    assert copy.deepcopy(config) == config
    assert pickle.loads(pickle.dumps(config)) == config
    nested = config.gpu_options.experimental
    assert pickle.loads(pickle.dumps(nested)) == nested


def test_a_pickle_is_read_by_a_process_that_has_not_seen_the_module():
    data = pickle.dumps(GraphDef(version=7))
    assert python(f"import pickle; print(pickle.loads({data!r}).version)") == "7"


def test_well_known_types_are_those_of_protobuf_itself():
    packed = any_pb2.Any()
    packed.Pack(GraphDef(version=7))
    meta_graph = MetaGraphDef()
    meta_graph.meta_info_def.any_info.CopyFrom(packed)
    unpacked = GraphDef()
    assert meta_graph.meta_info_def.any_info.Unpack(unpacked)
    assert unpacked.version == 7
    node = TrackableObjectGraph().nodes.add()
    node.has_checkpoint_values.value = True
    assert node.HasField("has_checkpoint_values")


def test_text_format_is_read_back():
    config = ConfigProto(device_count={"CPU": 2}, operation_timeout_in_ms=5)
    config.graph_options.optimizer_options.opt_level = OptimizerOptions.L0
    assert text_format.Parse(str(config), ConfigProto()) == config
