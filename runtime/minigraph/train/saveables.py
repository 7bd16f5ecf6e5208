"""What a Saver saves: variables and other objects, each as named tensors and a way back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from minigraph import context, convert, nest
from minigraph.graph_keys import GraphKeys
from minigraph.ops import array, shaping, state
from minigraph.tensor import Tensor
from minigraph.variables.base import Variable
from minigraph.variables.handles import BaseResourceVariable

_REFERENCES = ("Variable", "VariableV2")
_VARIABLES = (*_REFERENCES, "VarHandleOp", "ReadVariableOp")


def all_saveable_objects(scope: str | None = None) -> list[Any]:
    """What a Saver saves unless told otherwise: global variables and saveable objects."""
    graph = context.get_default_graph()
    return [
        *graph.get_collection(GraphKeys.GLOBAL_VARIABLES, scope),
        *graph.get_collection(GraphKeys.SAVEABLE_OBJECTS, scope),
    ]


class SaveSpec:
    """One tensor to save: itself or a function that makes it, slice text, name, dtype, device."""

    def __init__(
        self, tensor: Any, slice_spec: str, name: str, dtype: Any = None, device: Any = None
    ) -> None:
        self._tensor, self.slice_spec, self.name = tensor, slice_spec, name
        if callable(tensor):
            if dtype is None or device is None:
                raise AssertionError(
                    "When passing a callable `tensor` to a SaveSpec, an explicit dtype and device "
                    "must be provided."
                )
            self.dtype, self.device = dtype, device
        else:
            self.dtype = tensor.dtype
            self.device = tensor.device if device is None else device

    @property
    def tensor(self) -> Any:
        """The tensor."""
        return self._tensor() if callable(self._tensor) else self._tensor


class SaveableObject:
    """Something that is saved as tensors: what it is, its SaveSpecs and the name it has."""

    def __init__(self, op: Any, specs: Sequence[SaveSpec], name: str) -> None:
        self.op, self.specs, self.name = op, specs, name

    @property
    def device(self) -> Any:
        """Where its tensors are."""
        return self.specs[0].device

    def restore(self, restored_tensors: Any, restored_shapes: Any) -> Any:
        """The operation that sets it from what was read; shapes, where tensors get these."""
        raise ValueError("Calling an abstract method.")


class ReferenceVariableSaveable(SaveableObject):
    """A reference variable, or a slice of one that is split."""

    def __init__(self, var: Any, slice_spec: str, name: str) -> None:
        super().__init__(var, [SaveSpec(var, slice_spec, name)], name)

    def restore(self, restored_tensors: Any, restored_shapes: Any) -> Any:
        """Assigns; the shape has to be the variable's unless a shape is given."""
        value = _with_shape(restored_tensors, restored_shapes)
        validate = restored_shapes is None and self.op.get_shape().is_fully_defined()
        return state.assign(self.op, value, validate_shape=validate)


class ResourceVariableSaveable(SaveableObject):
    """A resource variable, given as the tensor that reads it."""

    def __init__(self, read: Any, slice_spec: str, name: str) -> None:
        self._handle, self._shape, self._device = read.op.inputs[0], read.shape, read.device
        super().__init__(read, [SaveSpec(read, slice_spec, name)], name)

    def restore(self, restored_tensors: Any, restored_shapes: Any) -> Any:
        """Assigns; ValueError where the static shapes do not fit."""
        value: Any = _with_shape(restored_tensors, restored_shapes)
        with context.get_default_graph().device(self._device):
            value = array.identity(value)
            if not self._shape.is_compatible_with(value.shape):
                raise ValueError(
                    f"Received incompatible tensor with shape {value.shape} when attempting to "
                    f"restore variable with shape {self._shape} and name {self.name}."
                )
            return state.assign_variable_op(self._handle, value)


def _with_shape(tensors: Any, restored_shapes: Any) -> Any:
    if restored_shapes is None:
        return tensors[0]
    return shaping.reshape(tensors[0], restored_shapes[0])


def _storage(item: Any) -> Any:
    """The tensor that stands for a variable: its reference, or the read of its handle."""
    if isinstance(item, BaseResourceVariable):
        return item._graph_element
    return convert.convert_to_tensor(item, as_ref=True)


def op_list_to_dict(op_list: Any) -> dict[str, Any]:
    """Variables, lists of slices and saveable objects by the name under which they are saved.

    Raises TypeError for anything else, ValueError where two have one name.
    """
    if not isinstance(op_list, (list, tuple, set)):
        raise TypeError(f"Variables to save should be passed in a dict or a list. Got {op_list}")
    found: dict[str, Any] = {}
    for item in sorted(nest.flatten(list(op_list)), key=lambda item: item.name):
        if isinstance(item, SaveableObject):
            found[item.name] = item
            continue
        if isinstance(item, Variable) and item._save_slice_info:
            name = item._save_slice_info.full_name
            if not isinstance(found.setdefault(name, []), list):
                raise ValueError(f"Mixing slices and non-slices with the same name: {name}")
            found[name].append(item)
            continue
        storage = _storage(item)
        if not _is_variable(storage):
            raise TypeError(f"Variable to save is not a Variable: {storage}")
        op = storage.op
        name = op.inputs[0].op.name if op.type == "ReadVariableOp" else op.name
        if name in found:
            raise ValueError(f"At least two variables have the same name: {name}")
        found[name] = storage
    return found


def _is_variable(tensor: Any) -> bool:
    return isinstance(tensor, Tensor) and tensor.op.type in _VARIABLES


def validated(names_to_saveables: dict[str, Any]) -> list[SaveableObject]:
    """The saveable objects of a dict of names, sorted by name.

    Raises TypeError for a name that is no string and for what is no variable, ValueError where one
    variable has two names.
    """
    found: list[SaveableObject] = []
    seen: set[int] = set()
    for name, item in sorted(names_to_saveables.items(), key=lambda pair: pair[0]):
        for saveable in _saveables_of(item, name):
            if saveable.op is not None and id(saveable.op) in seen:
                raise ValueError(
                    f"The same saveable will be restored with two names: {saveable.name}"
                )
            seen.add(id(saveable.op))
            found.append(saveable)
    return found


def _saveables_of(item: Any, name: Any) -> Iterator[SaveableObject]:
    if not isinstance(name, str):
        raise TypeError(
            "names_to_saveables must be a dict mapping string names to trackable operations. Name "
            f"is not a string: {name}"
        )
    if isinstance(item, SaveableObject):
        yield item
    elif isinstance(item, (list, tuple)):
        for variable in item:
            if not isinstance(variable, Variable):
                raise ValueError(f"Slices must all be Variables: {variable}")
            if not variable._save_slice_info:
                raise ValueError(f"Slices must all be slices: {variable}")
            yield _saveable(_storage(variable), variable._save_slice_info.spec, name)
    else:
        storage = _storage(item)
        if not _is_variable(storage):
            raise TypeError(
                "names_to_saveables must be a dict mapping string names to Tensors/Variables. Not "
                f"a variable: {storage}"
            )
        yield _saveable(storage, "", name)


def _saveable(storage: Any, slice_spec: str, name: str) -> SaveableObject:
    by_reference = storage.op.type in _REFERENCES
    kind = ReferenceVariableSaveable if by_reference else ResourceVariableSaveable
    return kind(storage, slice_spec, name)
