"""The arguments of a traced function: bound to its signature, described, and as placeholders.

What a trace depends on is its key: the types of tensors, the values of everything else.
"""

from __future__ import annotations

import inspect
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from minigraph import context, convert, dtypes, nest
from minigraph.func_graph import FuncGraph, copy_handle_data
from minigraph.tensor import Tensor
from minigraph.tensor_spec import TensorSpec
from minigraph.variables.handles import BaseResourceVariable

_LITERALS = (bool, int, float, complex, str, bytes, type(None))


class Inputs:
    """The signature of a Python function and, where given, the specs of its tensors."""

    def __init__(self, function: Callable[..., Any], input_signature: Any) -> None:
        self.signature = inspect.signature(function)
        self.specs: dict[str, Any] = {}
        if input_signature is None:
            return
        if not isinstance(input_signature, (tuple, list)):
            kind = type(input_signature)
            raise TypeError(f"input_signature must be either a tuple or a list, got {kind}.")
        names = list(self.signature.parameters)
        extra = len(input_signature) - len(names)
        if extra > 0:
            raise TypeError(f"input_signature contains {extra} extra type constraints.")
        self.specs = dict(zip(names, input_signature, strict=False))

    def bind(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        """Parameter -> value, arrays as tensors; TypeError where they do not fit."""
        try:
            bound = self.signature.bind(*args, **kwargs)
            bound.apply_defaults()
            return {
                name: _cast(self.specs[name], value)
                if name in self.specs
                else nest.map_structure(_tensor_of_array, value)
                for name, value in bound.arguments.items()
            }
        except (TypeError, ValueError) as error:
            raise TypeError(
                f"Binding inputs to tf.function failed due to `{error}`. Received args: {args} and "
                f"kwargs: {kwargs} for signature: {self}."
            ) from None

    def unbind(self, values: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """What to call the Python function with."""
        bound = inspect.BoundArguments(self.signature, values)
        return bound.args, bound.kwargs

    def __str__(self) -> str:
        parts = []
        for name, parameter in self.signature.parameters.items():
            star = {"VAR_POSITIONAL": "*", "VAR_KEYWORD": "**"}
            text = star.get(parameter.kind.name, "") + name
            if name in self.specs:
                text += f": {described(self.specs[name])}"
            if parameter.default is not parameter.empty:
                text += (
                    "=<captured_default_value>"
                    if ":" not in text
                    else (" = <captured_default_value>")
                )
            parts.append(text)
        return f"({', '.join(parts)})"


def described(value: Any) -> str:
    """The type of an argument, as a signature shows it."""
    if isinstance(value, (Tensor, TensorSpec)):
        return repr(TensorSpec(value.shape, value.dtype))
    return repr(value)


def _tensor_of_array(value: Any) -> Any:
    is_array = isinstance(value, (np.ndarray, np.generic))
    return convert.convert_to_tensor(value) if is_array else value


def _cast(spec: Any, value: Any) -> Any:
    """A value as the tensors that a structure of specs describes; TypeError where it is not."""
    if not isinstance(spec, TensorSpec):
        nest.assert_shallow_structure(spec, value)
        parts = nest.flatten_up_to(spec, value)
        cast = [_cast(one, part) for one, part in zip(nest.flatten(spec), parts, strict=True)]
        return nest.pack_sequence_as(spec, cast)
    if isinstance(value, TensorSpec):
        return value
    if not isinstance(value, Tensor):
        value = convert.convert_to_tensor(value, spec.dtype)
    found = TensorSpec(value.shape, value.dtype)
    if not spec.is_compatible_with(found):
        raise TypeError(f"Can not cast {found} to {TensorSpec(spec.shape, spec.dtype)}")
    return value


class _Kind:
    """In a key: a tensor or variable, told by dtype and shape only."""

    __slots__ = ("dtype", "shape", "what")

    def __init__(self, what: Any, dtype: Any, shape: Any) -> None:
        self.what, self.dtype, self.shape = what, dtype, shape

    def __hash__(self) -> int:
        return hash((self.what, self.dtype))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Kind) and self._fields() == other._fields()

    def _fields(self) -> tuple[Any, ...]:
        return self.what, self.dtype, self.shape

    def accepts(self, other: Any) -> bool:
        """Whether a trace for this kind can be called with `other`."""
        if not (isinstance(other, _Kind) and (self.what, self.dtype) == (other.what, other.dtype)):
            return False
        if self.shape is None or self.shape == other.shape:
            return True
        if other.shape is None or len(self.shape) != len(other.shape):
            return False
        return all(size in (None, found) for size, found in zip(self.shape, other.shape))

    def relaxed(self, other: Any) -> _Kind:
        """The kind that takes both."""
        shape = None
        if self.shape is not None and other.shape is not None:
            if len(self.shape) == len(other.shape):
                pairs = zip(self.shape, other.shape)
                shape = tuple(a if a == b else None for a, b in pairs)
        return _Kind(self.what, self.dtype, shape)


def key_of(value: Any, variables: list[Any]) -> Any:
    """What of an argument a trace depends on; `variables` collects those that it holds."""
    if isinstance(value, (Tensor, TensorSpec)):
        return _Kind("tensor", value.dtype, value.shape._dims)
    if isinstance(value, BaseResourceVariable):
        place = next((i for i, known in enumerate(variables) if known is value), len(variables))
        if place == len(variables):
            variables.append(value)
        return _Kind(("variable", place), value.dtype, value.shape._dims)
    if isinstance(value, _LITERALS):
        return value
    if isinstance(value, nest.CompositeTensor):
        return type(value), key_of(tuple(nest.flatten(value, True)), variables)
    if isinstance(value, dict):
        items = sorted(value.items(), key=lambda item: str(item[0]))
        return type(value), tuple((key, key_of(item, variables)) for key, item in items)
    if isinstance(value, (list, tuple)):
        return type(value), tuple(key_of(item, variables) for item in value)
    if isinstance(value, np.ndarray):
        return value.tobytes()
    try:
        return weakref.ref(value)
    except TypeError:
        hash(value)
        return value


def accepts(general: Any, key: Any) -> bool:
    """Whether the trace of one key can be called with what another describes."""
    if isinstance(general, _Kind):
        return general.accepts(key)
    if isinstance(general, tuple) and isinstance(key, tuple) and len(general) == len(key):
        return all(map(accepts, general, key))
    return bool(general == key)


def relaxed(key: Any, other: Any) -> Any:
    """A key that takes both; None where they differ in more than shapes."""
    if isinstance(key, _Kind):
        same = isinstance(other, _Kind) and (key.what, key.dtype) == (other.what, other.dtype)
        return key.relaxed(other) if same else None
    if isinstance(key, tuple) and isinstance(other, tuple) and len(key) == len(other):
        parts = [relaxed(a, b) for a, b in zip(key, other, strict=True)]
        nothing = any(p is None and a is not None for p, a in zip(parts, key, strict=True))
        return None if nothing else tuple(parts)
    return key if key == other else None


class ArgumentVariable(BaseResourceVariable):
    """A variable that is an argument of a function: its handle is an input."""

    def __init__(self, handle: Any, variable: BaseResourceVariable) -> None:
        self._handle, self._handle_name = handle, variable.name
        self._dtype, self._shape = variable.dtype, variable.shape
        self._trainable = variable.trainable
        self._in_graph_mode = False
        self._synchronization, self._aggregation = variable.synchronization, variable.aggregation


def placeholders(graph: FuncGraph, name: str, value: Any, key: Any) -> Any:
    """An argument as the function's body sees it: its tensors and variables are inputs."""
    kinds = iter(_kinds(key))
    seen: dict[int, Any] = {}

    def stand_in(item: Any) -> Any:
        if isinstance(item, BaseResourceVariable):
            next(kinds)
            if id(item) not in seen:
                handle = graph.add_input(dtypes.resource, (), name)
                copy_handle_data(item.handle, handle)
                seen[id(item)] = ArgumentVariable(handle, item)
            return seen[id(item)]
        if not isinstance(item, (Tensor, TensorSpec)):
            return item
        own = item.name if isinstance(item, TensorSpec) else None
        tensor = graph.add_input(item.dtype, next(kinds).shape, own or name, own or name)
        if not isinstance(item, TensorSpec):
            copy_handle_data(item, tensor)
        return tensor

    return nest.map_structure(stand_in, value, expand_composites=True)


def _kinds(key: Any) -> list[_Kind]:
    if isinstance(key, _Kind):
        return [key]
    return [kind for part in key for kind in _kinds(part)] if isinstance(key, tuple) else []


def tensors_in(values: Sequence[Any]) -> list[Any]:
    """The tensors that a call passes for these arguments, each variable's handle once."""
    tensors: list[Any] = []
    for value in values:
        seen: set[int] = set()
        for item in nest.flatten(value, expand_composites=True):
            if isinstance(item, BaseResourceVariable):
                context.variable_accessed(item)
                if id(item) not in seen:
                    seen.add(id(item))
                    tensors.append(item.handle)
            elif isinstance(item, Tensor):
                tensors.append(item)
    return tensors
