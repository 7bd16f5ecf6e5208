"""tf.saved_model.save: objects with variables and functions as a SavedModel of TensorFlow 2."""

from __future__ import annotations

import inspect
import os
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from minigraph import context, dtypes, nest
from minigraph.concrete import ConcreteFunction
from minigraph.module import Module
from minigraph.polymorphic import Function, function, inside_function
from minigraph.saved_model import constants, object_messages, signature_constants
from minigraph.saved_model.structures import encode
from minigraph.storage.bundle_writer import write_bundle
from minigraph.storage.files import make_directories, replace_file
from minigraph.tensor import Tensor
from minigraph.tensor_spec import TensorSpec
from minigraph.variables.handles import BaseResourceVariable

OBJECT_GRAPH_KEY = "_CHECKPOINTABLE_OBJECT_GRAPH"
VALUE_NAME = "VARIABLE_VALUE"


class Trackable:
    """An object, besides modules, whose attributes are saved."""


class SignatureMap(Mapping[str, Any]):
    """The functions of a model that are called by name."""

    def __init__(self, functions: dict[str, Any]) -> None:
        self._functions = functions

    def __getitem__(self, key: str) -> Any:
        return self._functions[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._functions)

    def __len__(self) -> int:
        return len(self._functions)

    def __repr__(self) -> str:
        return f"_SignatureMap({self._functions!r})"


def save(
    obj: Any, export_dir: str | os.PathLike[str], signatures: Any = None, options: Any = None
) -> None:
    """Writes a module with its variables and the traces of its functions (tf.saved_model.save).

    signatures: a function with one trace, or such functions by name; by default the only function
    of the module that has an input signature.
    Raises ValueError for what cannot be saved, AssertionError while a function is traced or for a
    captured variable that no attribute holds, NotImplementedError for `options` and in graph mode.
    """
    if inside_function():
        raise AssertionError(
            "`tf.saved_model.save` is not supported inside a traced @tf.function. Move the call to "
            "the outer eagerly-executed context."
        )
    if options is not None or not context.executing_eagerly():
        raise NotImplementedError(
            "minigraph saves a module without `options` and in eager mode. For a graph and its "
            "session there is tf.compat.v1.saved_model.simple_save."
        )
    if not isinstance(obj, (Module, Trackable, Function, ConcreteFunction)):
        raise ValueError(
            "Expected an object of type `Trackable`, such as `tf.Module` or a subclass of the "
            f"`Trackable` class, for export. Got {obj} with type {type(obj)}."
        )
    objects = _Objects(obj, SignatureMap(_wrapped(obj, signatures)))
    directory = os.fspath(export_dir)
    make_directories(os.path.join(directory, constants.VARIABLES_DIRECTORY))
    prefix = os.path.join(directory, constants.VARIABLES_DIRECTORY, constants.VARIABLES_FILENAME)
    write_bundle(prefix, objects.checkpoint())
    content = object_messages.saved_model(objects).SerializeToString(deterministic=True)
    replace_file(os.path.join(directory, constants.SAVED_MODEL_FILENAME_PB), content)


# Signatures


def _wrapped(obj: Any, signatures: Any) -> dict[str, ConcreteFunction]:
    """The signatures as functions that take keywords and return a dict."""
    if signatures is None:
        found = [one for one in map(_only_trace, _functions(obj).values()) if one and _fits(one)]
        signatures = found[0] if len(found) == 1 else {}
    if not isinstance(signatures, Mapping):
        signatures = {signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY: signatures}
    return {key: _signature(key, value) for key, value in signatures.items()}


def _only_trace(value: Any) -> ConcreteFunction | None:
    if isinstance(value, Function):
        fixed = value.input_signature is not None
        return value.get_concrete_function() if fixed else None
    return value if isinstance(value, ConcreteFunction) else None


def _fits(concrete: ConcreteFunction) -> bool:
    outputs = concrete.structured_outputs
    return isinstance(outputs, (Tensor, dict, list, tuple)) and all(
        isinstance(item, Tensor)
        for item in (outputs.values() if isinstance(outputs, dict) else nest.flatten(outputs))
    )


def _signature(key: str, value: Any) -> ConcreteFunction:
    concrete = _only_trace(value)
    if concrete is None:
        raise ValueError(
            f"Expected a TensorFlow function for which to generate a signature, but got {value}. "
            "Only `tf.functions` with an input signature or concrete functions can be used as a "
            "signature."
        )
    names = dict(zip(concrete.argument_names, concrete.inputs))

    def signature_wrapper(**tensors: Any) -> Any:
        return _as_outputs(
            concrete.call_flat([tensors[name] for name in names]), concrete.graph.name, key
        )

    specs = {name: TensorSpec(t.shape, t.dtype, name) for name, t in names.items()}
    wrapper: ConcreteFunction = function(signature_wrapper).get_concrete_function(**specs)
    wrapper.positional = 1 if len(names) == 1 else 0
    return wrapper


def _as_outputs(outputs: Any, name: str, key: str) -> dict[str, Any]:
    if not isinstance(outputs, Mapping):
        parts = [] if outputs is None else outputs
        parts = list(parts) if isinstance(parts, (list, tuple)) else [parts]
        outputs = {f"output_{index}": part for index, part in enumerate(parts)}
    for part_name, part in outputs.items():
        if not isinstance(part, Tensor):
            raise ValueError(
                f"Got a non-Tensor value {part!r} for key {part_name!r} in the output of the "
                f"function {name} used to generate the SavedModel signature {key!r}. Outputs for "
                "functions used as signatures must be a single Tensor, a sequence of Tensors, or a "
                "dictionary from string to Tensor."
            )
    return dict(outputs)


# Objects


def _functions(obj: Any) -> dict[str, Any]:
    """The functions among the attributes of an object and the methods of its class."""
    names = [name for name in dir(type(obj)) if isinstance(_static(obj, name), Function)]
    names += [n for n, v in vars(obj).items() if isinstance(v, (Function, ConcreteFunction))]
    return {name: getattr(obj, name) for name in names} if _has_attributes(obj) else {}


def _static(obj: Any, name: str) -> Any:
    return inspect.getattr_static(type(obj), name)


def _has_attributes(obj: Any) -> bool:
    return isinstance(obj, (Module, Trackable))


def _children(obj: Any) -> dict[str, Any]:
    """The parts of an object that are objects of their own, by name."""
    if isinstance(obj, Function):
        return {f"trace_{index}": one for index, one in enumerate(_traces(obj))}
    if isinstance(obj, ConcreteFunction):
        captured = enumerate(obj.captured_inputs)
        return {f"capture_{i}": t for i, t in captured if t.dtype is not dtypes.resource}
    if _has_attributes(obj):
        parts = {name: value for name, value in vars(obj).items() if _is_tracked(value)}
        return {**parts, **_functions(obj)}
    if isinstance(obj, (list, tuple)):
        return {str(i): item for i, item in enumerate(obj) if _is_tracked(item)}
    if isinstance(obj, Mapping):
        return {str(key): item for key, item in obj.items() if _is_tracked(item)}
    return {}


def _is_tracked(value: Any) -> bool:
    if isinstance(value, (list, tuple, dict)):
        return bool(_children(value))
    kinds = (Module, Trackable, Function, ConcreteFunction, BaseResourceVariable)
    return isinstance(value, kinds)


def _traces(value: Function) -> list[ConcreteFunction]:
    if value.input_signature is not None:
        value.get_concrete_function()
    return [trace for trace in value.traces if _described(trace)]


def _described(trace: ConcreteFunction) -> Any:
    """The arguments of a trace as a message, None where they are more than tensors and literals."""
    try:
        return encode(trace.structured_input_signature)
    except NotImplementedError:
        return None


class _Objects:
    """All that is reached from an object, numbered in the order of their distance."""

    def __init__(self, root: Any, signatures: SignatureMap) -> None:
        self.signatures = signatures
        self.all: list[Any] = []
        self.paths: list[str] = []
        self.children: list[dict[str, int]] = []
        self._numbers: dict[int, int] = {}
        self._number(root, "")
        for item in self.all:  # grows while its items are looked at
            parts = _children(item)
            path = self.paths[len(self.children)]
            if item is root:
                parts["signatures"] = signatures
            found = {name: self._number(part, f"{path}{name}/") for name, part in parts.items()}
            self.children.append(found)

    def _number(self, item: Any, path: str) -> int:
        key = id(item.handle if isinstance(item, BaseResourceVariable) else item)
        if key not in self._numbers:
            self._numbers[key] = len(self.all)
            self.all.append(item)
            self.paths.append(path)
        return self._numbers[key]

    def number_of(self, tensor: Any, trace: ConcreteFunction, inner: Any) -> int:
        """The object behind a captured tensor; AssertionError where no attribute holds it."""
        if id(tensor) in self._numbers:
            return self._numbers[id(tensor)]
        variable = next((one for one in trace.variables if one.handle is tensor), None)
        raise AssertionError(
            "Tried to export a function which references an 'untracked' resource. TensorFlow "
            "objects (e.g. tf.Variable) captured by functions must be 'tracked' by assigning them "
            "to an attribute of a tracked object or assigned to an attribute of the main object "
            f"directly. See the information below:\n\tFunction name = {trace.name!r}\n\tCaptured "
            f"Tensor = {tensor}\n\tTrackable referencing this tensor = {variable}\n\tInternal "
            f"Tensor = {inner}"
        )

    def of_kind(self, kind: Any) -> list[tuple[int, Any]]:
        """The objects of a class with their numbers."""
        return [(number, item) for number, item in enumerate(self.all) if isinstance(item, kind)]

    def variables(self) -> list[tuple[str, Any]]:
        """The variables by the keys that they have in the checkpoint."""
        found = self.of_kind(BaseResourceVariable)
        return [(f"{self.paths[n]}.ATTRIBUTES/{VALUE_NAME}", variable) for n, variable in found]

    def checkpoint(self) -> list[Any]:
        """The tensors of the checkpoint: the variables and which object each belongs to."""
        from minigraph import protos

        message = protos.TrackableObjectGraph()
        for children in self.children:
            node = message.nodes.add()
            for name, child in children.items():
                node.children.add(node_id=child, local_name=name)
        for (number, variable), (key, _) in zip(
            self.of_kind(BaseResourceVariable), self.variables(), strict=True
        ):
            name = variable.name.split(":")[0]
            message.nodes[number].attributes.add(
                name=VALUE_NAME, full_name=name, checkpoint_key=key
            )
        rows = [(key, one.dtype, np.asarray(one.numpy()), None) for key, one in self.variables()]
        content = np.array(message.SerializeToString(deterministic=True), object)
        return sorted([*rows, (OBJECT_GRAPH_KEY, dtypes.string, content, None)])
