"""The messages of a saved object: its SavedObjectGraph, and a graph for sessions that load it."""

from __future__ import annotations

import inspect
from collections import namedtuple
from typing import Any

from minigraph import context, convert, dtypes
from minigraph.concrete import ConcreteFunction
from minigraph.eager_tensor import EagerTensor
from minigraph.graph import Graph
from minigraph.graph_def import library_of
from minigraph.meta_graph import create_meta_graph_def
from minigraph.ops import array, calls, checkpoints, grouping, state
from minigraph.polymorphic import Function
from minigraph.saved_model import constants, signature_constants, tag_constants
from minigraph.saved_model.signature_def_utils import build_signature_def
from minigraph.saved_model.structures import encode, specs_of_outputs
from minigraph.saved_model.utils import build_tensor_info
from minigraph.variables.handles import BaseResourceVariable

_KINDS = ((list, "list_wrapper"), (tuple, "tuple_wrapper"), (dict, "dict_wrapper"))
FullArgSpec = namedtuple(
    "FullArgSpec", "args varargs varkw defaults kwonlyargs kwonlydefaults annotations"
)


def saved_model(objects: Any) -> Any:
    """The SavedModel of objects: one MetaGraphDef with their graph."""
    from minigraph import protos

    model = protos.SavedModel(saved_model_schema_version=constants.SAVED_MODEL_SCHEMA_VERSION)
    message = model.meta_graphs.add()
    with Graph().as_default() as graph:
        stand_ins = _stand_ins(objects)
        signatures = {
            key: _signature_def(key, trace, objects, stand_ins)
            for key, trace in objects.signatures.items()
        }
        saver = _add_saver(objects, stand_ins)
        init_op = array.no_op()
        graph.add_to_collection(constants.MAIN_OP_KEY, init_op)
        message.CopyFrom(create_meta_graph_def(saver_def=saver))
    for key, signature in signatures.items():
        message.signature_def[key].CopyFrom(signature)
    key = constants._INIT_OP_SIGNATURE_KEY
    info = message.signature_def[key].outputs[key]
    info.name, info.tensor_shape.unknown_rank = init_op.name, True
    message.meta_info_def.tags.append(tag_constants.SERVING)
    for _, trace in objects.of_kind(ConcreteFunction):
        _add_function(message, trace, objects)
    for number, item in enumerate(objects.all):
        node = message.object_graph_def.nodes.add()
        for name, child in objects.children[number].items():
            node.children.add(node_id=child, local_name=name)
        traces = [objects.all[child] for child in objects.children[number].values()]
        _describe(node, item, traces, stand_ins.get(number))
    return model


def _stand_ins(objects: Any) -> dict[int, Any]:
    """In the graph for sessions: a handle for each variable and a constant for each tensor."""
    made: dict[int, Any] = {}
    for number, variable in objects.of_kind(BaseResourceVariable):
        name = variable.name.split(":")[0]
        handle = state.var_handle_op(
            shape=variable.shape, dtype=variable.dtype, shared_name=name, name=name
        )
        made[number] = handle
    for number, tensor in objects.of_kind(EagerTensor):
        made[number] = convert.constant(tensor.numpy(), tensor.dtype)
    return made


def _signature_def(key: str, trace: ConcreteFunction, objects: Any, stand_ins: Any) -> Any:
    inputs = {
        name: array.placeholder(tensor.dtype, tensor.shape, f"{key}_{name}")
        for name, tensor in zip(trace.argument_names, trace.inputs)
    }
    captured = [stand_ins[number] for number in _bound(trace, objects)]
    results = calls.call(trace.graph, [*inputs.values(), *captured])
    outputs = dict(zip(trace.structured_outputs, results))
    given, found = (
        {name: build_tensor_info(tensor) for name, tensor in part.items()}
        for part in (inputs, outputs)
    )
    return build_signature_def(given, found, signature_constants.PREDICT_METHOD_NAME)


def _bound(trace: ConcreteFunction, objects: Any) -> list[int]:
    """The numbers of the objects that a trace captures."""
    return [objects.number_of(outer, trace, inner) for outer, inner in trace.graph.captures]


def _add_saver(objects: Any, stand_ins: Any) -> Any:
    """Operations that save and restore the variables; their SaverDef, None without variables."""
    from minigraph import protos

    numbers = [number for number, _ in objects.of_kind(BaseResourceVariable)]
    if not numbers:
        return None
    variables = [variable for _, variable in objects.variables()]
    keys, slices = [key for key, _ in objects.variables()], [""] * len(numbers)
    kinds = [variable.dtype for variable in variables]
    path: Any = array.placeholder(dtypes.string, [], "saver_filename")
    handles = [stand_ins[number] for number in numbers]
    values = [state.read_variable_op(h, dtype=kind) for h, kind in zip(handles, kinds)]
    saving = checkpoints.save_v2(path, keys, slices, values)
    with context.get_default_graph().control_dependencies([saving]):
        saved: Any = array.identity(path)
    restored = checkpoints.restore_v2(path, keys, slices, dtypes=kinds)
    assigned = [state.assign_variable_op(h, v) for h, v in zip(handles, restored, strict=True)]
    return protos.SaverDef(
        filename_tensor_name=path.name,
        save_tensor_name=saved.name,
        restore_op_name=grouping.group(*assigned, name="restore_all").name,
        version=protos.SaverDef.V2,
    )


def _add_function(message: Any, trace: ConcreteFunction, objects: Any) -> None:
    """A trace and what it calls, as functions of the library, and what it is bound to."""
    library = message.graph_def.library.function
    known = {one.signature.name for one in library}
    for one in (_definition(trace), *library_of(trace.graph.get_operations())):
        if one.signature.name not in known:
            library.append(one)
    saved = message.object_graph_def.concrete_functions[_name(trace)]
    saved.bound_inputs.extend(_bound(trace, objects))
    saved.canonicalized_input_signature.CopyFrom(encode(trace.structured_input_signature))
    saved.output_signature.CopyFrom(encode(specs_of_outputs(trace.structured_outputs)))


def _name(trace: ConcreteFunction) -> str:
    stem, number = trace.graph.name.rsplit("_", 1)
    return f"{stem}_{number}" if _is_whole(trace) else f"{stem}_saved_{number}"


def _is_whole(trace: ConcreteFunction) -> bool:
    return len(trace.graph.outputs) == len(trace.outputs)


def _definition(trace: ConcreteFunction) -> Any:
    """The trace without the outputs that only its gradient needs."""
    message = trace.function_def
    message.signature.name = _name(trace)
    for output in message.signature.output_arg[len(trace.outputs) :]:
        del message.ret[output.name]
    del message.signature.output_arg[len(trace.outputs) :]
    return message


def _describe(node: Any, item: Any, traces: list[Any], stand_in: Any) -> None:
    """What kind of object this is."""
    if isinstance(item, BaseResourceVariable):
        node.variable.dtype = item.dtype.as_datatype_enum
        node.variable.shape.CopyFrom(item.shape.as_proto())
        node.variable.trainable, node.variable.name = item.trainable, item.name.split(":")[0]
    elif isinstance(item, EagerTensor):
        node.constant.operation = stand_in.op.name
    elif isinstance(item, Function):
        node.function.concrete_functions.extend(map(_name, traces))
        parameters = inspect.signature(item.python_function)
        _add_spec(node.function.function_spec, parameters, item.input_signature)
    elif isinstance(item, ConcreteFunction):
        bare = node.bare_concrete_function
        bare.concrete_function_name = _name(item)
        bare.argument_keywords.extend(item.argument_names)
        bare.allowed_positional_arguments = (
            len(item.argument_names) if item.positional is None else item.positional
        )
        _add_spec(bare.function_spec, item.parameters, None)
    else:
        kinds = [f"trackable_{name}" for kind, name in _KINDS if isinstance(item, kind)]
        kinds += ["signature_map"] if type(item).__name__ == "SignatureMap" else []
        node.user_object.identifier = kinds[0] if kinds else "_generic_user_object"
        node.user_object.version.producer = node.user_object.version.min_consumer = 1


def _add_spec(message: Any, parameters: inspect.Signature, input_signature: Any) -> None:
    """The parameters of a Python function."""

    def of(*kinds: Any) -> list[Any]:
        return [one for one in parameters.parameters.values() if one.kind in kinds]

    positional = of(inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    keywords = of(inspect.Parameter.KEYWORD_ONLY)
    defaults = {
        one.name: one.default
        for one in (*positional, *keywords)
        if one.default is not inspect.Parameter.empty
    }
    own = {one.name: defaults.pop(one.name) for one in keywords if one.name in defaults}
    names = [one.name for one in positional]
    varargs = [one.name for one in of(inspect.Parameter.VAR_POSITIONAL)]
    varkw = [one.name for one in of(inspect.Parameter.VAR_KEYWORD)]
    spec = FullArgSpec(
        names,
        varargs[0] if varargs else None,
        varkw[0] if varkw else None,
        tuple(defaults.values()) or None,
        [one.name for one in keywords],
        own or None,
        {},
    )
    message.fullargspec.CopyFrom(encode(spec))
    message.input_signature.CopyFrom(encode(input_signature))
