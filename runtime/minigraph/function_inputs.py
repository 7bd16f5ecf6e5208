"""The arguments of a traced function: bound to its signature, described, and as placeholders.

What a trace depends on is its key: the types of tensors, the values of everything else.
"""

from __future__ import annotations

import inspect
import weakref
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import Any

import numpy as np

from minigraph import context, convert, dtypes, nest
from minigraph.func_graph import FuncGraph, copy_handle_data
from minigraph.tensor import Tensor
from minigraph.tensor_spec import TensorSpec
from minigraph.variables.handles import BaseResourceVariable

_LITERALS = (bool, int, float, complex, str, bytes, type(None))


class Inputs:
    """The parameters of a Python function and the types that are known of them.

    specs: parameter -> TensorSpecs in a structure, or the value that it must have.
    """

    def __init__(self, function: Callable[..., Any], input_signature: Any = None) -> None:
        if not callable(function):
            raise TypeError(f"{function!r} is not a callable object")
        self.signature = inspect.signature(function)
        self.specs: dict[str, Any] = {}
        self.returned = ""
        if input_signature is not None:
            self._constrain(input_signature)

    def _constrain(self, input_signature: Any) -> None:
        if not isinstance(input_signature, (tuple, list)):
            kind = type(input_signature)
            raise TypeError(f"input_signature must be either a tuple or a list, got {kind}.")
        flat = nest.flatten(input_signature)
        wrong = [item for item in flat if not isinstance(item, (TensorSpec, type(None)))]
        if wrong:
            raise TypeError(
                "input_signature must be a possibly nested sequence of TensorSpec objects, got "
                f"invalid args {wrong} with types {[type(item) for item in wrong]}."
            )
        left = list(input_signature)
        for name, parameter in self.signature.parameters.items():
            if parameter.kind is parameter.VAR_POSITIONAL:
                self.specs[name], left = tuple(left), []
            elif left:
                self.specs[name] = left.pop(0)
            elif parameter.default is not parameter.empty:
                self.specs[name] = parameter.default
            elif parameter.kind is not parameter.VAR_KEYWORD:
                raise TypeError(f"input_signature missing type constraint for {name}")
        if left:
            raise TypeError(f"input_signature contains {len(left)} extra type constraints.")

    def of_trace(self, values: dict[str, Any], returned: str) -> Inputs:
        """The parameters of one trace, which was made with these values."""
        traced = copy(self)
        traced.specs, traced.returned = {}, returned
        parameters: list[inspect.Parameter] = []
        for name, value in values.items():
            parameter = self.signature.parameters[name].replace(default=inspect.Parameter.empty)
            if parameter.kind is parameter.VAR_POSITIONAL:
                found = {f"{name}_{index}": item for index, item in enumerate(value)}
                parameters = [one.replace(kind=one.POSITIONAL_ONLY) for one in parameters]
                parameter = parameter.replace(kind=parameter.POSITIONAL_ONLY)
            elif parameter.kind is parameter.VAR_KEYWORD:
                found = dict(sorted(value.items()))
                parameter = parameter.replace(kind=parameter.KEYWORD_ONLY)
            else:
                found = {name: value}
            parameters += [parameter.replace(name=one) for one in found]
            traced.specs.update(found)
        traced.signature = inspect.Signature(parameters)
        return traced

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
        empty, shown = inspect.Parameter.empty, []
        for name, parameter in self.signature.parameters.items():
            kind = Shown(described(self.specs[name])) if name in self.specs else empty
            default = empty if parameter.default is empty else Shown("<captured_default_value>")
            shown.append(parameter.replace(annotation=kind, default=default))
        return str(inspect.Signature(shown)) + (f" -> {self.returned}" if self.returned else "")


class Shown:
    """Something that looks like this text."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


def described(value: Any) -> str:
    """The type of an argument or result, as a signature shows it (TensorFlow: TraceType)."""
    if isinstance(value, Tensor):
        return repr(TensorSpec(value.shape, value.dtype))
    if isinstance(value, BaseResourceVariable):
        return (
            f"VariableSpec(shape={value.shape}, dtype={value.dtype!r}, "
            f"trainable={value.trainable}, alias_id=0)"
        )
    if isinstance(value, dict):
        pairs = (f"[{key!r}, {described(item)}]" for key, item in value.items())
        return f"Dict[{', '.join(pairs)}]"
    if isinstance(value, (list, tuple)):
        kind = "List" if isinstance(value, list) else "Tuple"
        return f"{kind}[{', '.join(map(described, value))}]"
    return f"Literal[{value!r}]" if isinstance(value, _LITERALS) else repr(value)


def _tensor_of_array(value: Any) -> Any:
    is_array = isinstance(value, (np.ndarray, np.generic))
    return convert.convert_to_tensor(value) if is_array else value


def _cast(spec: Any, value: Any) -> Any:
    """A value as what its type says, tensors where that has specs; TypeError where it is not."""
    if isinstance(spec, (Tensor, TensorSpec)):
        return _cast_tensor(spec, value)
    if isinstance(spec, dict):
        if not isinstance(value, Mapping):
            raise TypeError(f"Can not cast {value!r} to a Dict type.")
        if value.keys() != spec.keys():
            shown = described(spec)
            raise TypeError(f"{value!r} has different keys with the TraceType {shown}.")
        return {key: _cast(kind, value[key]) for key, kind in spec.items()}
    if isinstance(spec, (list, tuple)):
        kind = list if isinstance(spec, list) else tuple
        if not isinstance(value, kind):
            raise TypeError(f"Can not cast {value!r} to {kind.__name__} type.")
        if len(value) != len(spec):
            raise TypeError(f"Expected {value} to have length of {len(spec)}")
        cast = [_cast(one, part) for one, part in zip(spec, value, strict=True)]
        return nest.pack_sequence_as(spec, cast) if hasattr(spec, "_fields") else kind(cast)
    if isinstance(spec, _LITERALS) and not value == spec:
        raise TypeError(f"Can not cast {value!r} to {described(spec)}")
    return value


def _cast_tensor(spec: Any, value: Any) -> Any:
    if not isinstance(value, (Tensor, TensorSpec)):
        value = convert.convert_to_tensor(value, spec.dtype)
    found, spec = (
        item if isinstance(item, TensorSpec) else TensorSpec(item.shape, item.dtype)
        for item in (value, spec)
    )
    if not spec.is_compatible_with(found):
        raise TypeError(f"Can not cast {found} to {spec}")
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
        reference = weakref.ref(value)
        hash(reference)
        return reference
    except TypeError:
        if getattr(type(value), "__hash__", None) is None:
            raise TypeError(
                f"Could not generate a generic TraceType for {value!r}."
                "Please verify that it is immutable/hashable. Otherwise, consider implementing the "
                "Tracing Protocol for it."
            ) from None
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
