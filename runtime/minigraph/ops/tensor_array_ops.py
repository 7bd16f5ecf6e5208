"""The ops behind TensorFlow 1's tensor arrays: a handle of an array that a run fills and reads.

`flow` is a number without meaning: it says which operation comes after which.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any, NoReturn

import numpy as np

from minigraph import dtypes, errors, shapes
from minigraph.dtypes import DType
from minigraph.opdef import Node, Shape
from minigraph.ops import shape_rules
from minigraph.registry import op

FLOW = np.float32(0)
_numbers = itertools.count()


def _refuse(message: str) -> NoReturn:
    raise errors.InvalidArgumentError(None, None, message)


class Storage:
    """The elements of one tensor array during one run."""

    def __init__(
        self,
        name: str,
        dtype: DType,
        size: int,
        element_shape: Shape,
        *,
        dynamic: bool = False,
        clears: bool = True,
        identical: bool = False,
        sums: bool = False,
    ) -> None:
        """clears: reading an element takes it out; sums: a second write adds to the first one."""
        self.name = f"{name}_{next(_numbers)}"
        self.dtype = dtype
        self.items: list[Any] = [None] * size
        self.shapes: list[Shape] = [None] * size
        self.cleared: set[int] = set()
        self.element_shape = element_shape
        self.dynamic = dynamic
        self.clears = clears
        self.identical = identical
        self.sums = sums
        self.gradients: dict[bytes, Storage] = {}

    def write(self, index: int, value: Any) -> None:
        """Sets an element that has not been set before."""
        size = len(self.items)
        if index < 0 or (index >= size and not self.dynamic):
            resizable = "" if self.dynamic else "array is not resizeable and size is"
            _refuse(
                f"TensorArray {self.name}: Tried to write to index {index} but {resizable}: {size}"
            )
        while index >= len(self.items):
            self.items.append(None)
            self.shapes.append(None)
        self._check_shape(index, np.shape(value))
        prefix = f"TensorArray {self.name}: Could not write to TensorArray index {index} because "
        if index in self.cleared:
            _refuse(f"{prefix}it has already been read.")
        if self.items[index] is not None and not self.sums:
            _refuse(f"{prefix}it has already been written to.")
        if self.items[index] is not None:
            value = self.items[index] + value
        self.items[index] = value
        self.shapes[index] = np.shape(value)

    def _check_shape(self, index: int, shape: Shape) -> None:
        if not shapes.compatible(self.element_shape, shape):
            _refuse(
                f"TensorArray {self.name}: Could not write to TensorArray index {index} because "
                f"the value shape is {shapes.format_shape(shape)} which is incompatible with the "
                "TensorArray's inferred element shape: "
                f"{shapes.format_shape(self.element_shape)} (consider setting infer_shape=False)."
            )
        if self.identical:
            self.element_shape = shape

    def read(self, index: int) -> Any:
        """An element; zeros for one that was not written where its shape is known."""
        if not 0 <= index < len(self.items):
            _refuse(f"Tried to read from index {index} but array size is: {len(self.items)}")
        if index in self.cleared:
            _refuse(
                f"TensorArray {self.name}: Could not read index {index} twice because it was "
                "cleared after a previous read (perhaps try setting clear_after_read = false?)."
            )
        value = self.items[index]
        if value is None:
            value = self._zeros(index)
        if self.clears:
            self.items[index] = None
            self.cleared.add(index)
        return value

    def _zeros(self, index: int) -> Any:
        shape = self.element_shape if self.shapes[index] is None else self.shapes[index]
        if shape is None or None in shape:
            _refuse(
                f"TensorArray {self.name}: Could not read from TensorArray index {index}.  "
                "Furthermore, the element shape is not fully defined: "
                f"{'<unknown>' if shape is None else shapes.format_shape(shape)}.  It is possible "
                "you are working with a resizeable TensorArray and stop_gradients is not allowing "
                "the gradients to be written.  If you set the full element_shape property on the "
                "forward TensorArray, the proper all-zeros tensor will be returned instead of "
                "incurring this error."
            )
        return np.zeros(tuple(shape), self.dtype.as_numpy_dtype)[()]  # type: ignore[type-var]

    def gradient(self, source: bytes) -> Storage:
        """The array that collects the gradients of the elements for one call of tf.gradients."""
        if source not in self.gradients:
            made = Storage(
                f"{self.name}@{source.decode()}",
                self.dtype,
                len(self.items),
                self.element_shape,
                identical=self.identical,
                sums=True,
            )
            made.shapes = list(self.shapes)
            self.gradients[source] = made
        return self.gradients[source]

    def write_all(self, indices: Iterable[int], values: Iterable[Any]) -> None:
        """Sets several elements."""
        for index, value in zip(indices, values, strict=False):
            self.write(int(index), value)


def _check_type(array: Storage, value_type: DType, what: str) -> None:
    if array.dtype is not value_type:
        _refuse(
            f"TensorArray dtype is {dtypes.c_name(array.dtype)} but Op is trying to {what} dtype "
            f"{dtypes.c_name(value_type)}."
        )


@op(
    "TensorArrayV3",
    "size: int32 -> handle: resource, flow: float32",
    shape=lambda c: ((2,), ()),
    stateful=True,
    grad=lambda op, *grads: [None],
)
def tensor_array(
    ctx: Any,
    size: Any,
    *,
    dtype: DType,
    element_shape: Shape = None,
    dynamic_size: bool = False,
    clear_after_read: bool = True,
    identical_element_shapes: bool = False,
    tensor_array_name: bytes = b"",
    node: Node,
) -> Any:
    """An array without elements written."""
    if size < 0:
        _refuse(f"Size should be >= 0, got {size}")
    name = tensor_array_name.decode() or node.name
    array = Storage(
        name,
        dtype,
        int(size),
        element_shape,
        dynamic=dynamic_size,
        clears=clear_after_read,
        identical=identical_element_shapes,
    )
    return array, FLOW


@op(
    "TensorArrayGradV3",
    "handle: resource, flow_in: float32 -> grad_handle: resource, flow_out: float32",
    shape=lambda c: ((2,), ()),
    stateful=True,
)
def tensor_array_grad(ctx: Any, handle: Any, flow_in: Any, *, source: str) -> Any:
    """The array of the gradients of another one, made at the first request."""
    return handle.gradient(source), FLOW


@op(
    "TensorArrayWriteV3",
    "handle: resource, index: int32, value: T, flow_in: float32 -> flow_out: float32",
    shape=shape_rules.scalar,
    stateful=True,
)
def tensor_array_write(
    ctx: Any, handle: Any, index: Any, value: Any, flow_in: Any, *, T: DType
) -> Any:
    """Sets one element."""
    _check_type(handle, T, "write")
    handle.write(int(index), value)
    return FLOW


@op(
    "TensorArrayReadV3",
    "handle: resource, index: int32, flow_in: float32 -> value: dtype",
    shape=shape_rules.unknown,
    stateful=True,
    view=True,
)
def tensor_array_read(ctx: Any, handle: Any, index: Any, flow_in: Any, *, dtype: DType) -> Any:
    """One element."""
    _check_type(handle, dtype, "read")
    return handle.read(int(index))


def _gathered_shape(c: Any) -> Any:
    element = c.attrs["element_shape"]
    return (None if element is None else (None, *element),)


@op(
    "TensorArrayGatherV3",
    "handle: resource, indices: int32, flow_in: float32 -> value: dtype",
    shape=_gathered_shape,
    stateful=True,
)
def tensor_array_gather(
    ctx: Any, handle: Any, indices: Any, flow_in: Any, *, dtype: DType, element_shape: Shape = None
) -> Any:
    """Some elements as one tensor."""
    _check_type(handle, dtype, "read")
    values = [handle.read(int(index)) for index in indices]
    if not values:
        shape = element_shape if element_shape is not None else handle.element_shape
        if shape is None or None in shape:
            text = "<unknown>" if shape is None else shapes.format_shape(shape)
            raise errors.UnimplementedError(
                None,
                None,
                f"TensorArray has size zero, but element shape {text} is not fully defined. "
                "Currently only static shapes are supported when packing zero-size TensorArrays.",
            )
        return np.zeros((0, *shape), dtype.as_numpy_dtype)
    first = np.shape(values[0])
    for index, value in zip(indices, values, strict=True):
        if np.shape(value) != first:
            _refuse(
                f"TensorArray has inconsistent shapes.  Index {indices[0]} has shape: "
                f"{shapes.format_shape(first)} but index {index} has shape: "
                f"{shapes.format_shape(np.shape(value))}"
            )
    result = np.empty((len(values), *first), dtype.as_numpy_dtype)
    for position, value in enumerate(values):
        result[position] = value
    return result


@op(
    "TensorArrayScatterV3",
    "handle: resource, indices: int32, value: T, flow_in: float32 -> flow_out: float32",
    shape=shape_rules.scalar,
    stateful=True,
)
def tensor_array_scatter(
    ctx: Any, handle: Any, indices: Any, value: Any, flow_in: Any, *, T: DType
) -> Any:
    """Sets elements to the slices of a tensor."""
    _check_type(handle, T, "write")
    highest = max(indices, default=-1)
    if highest >= len(handle.items) and not handle.dynamic:
        _refuse(f"Max scatter index must be < array size ({highest} vs. {len(handle.items)})")
    handle.write_all(indices, value)
    return FLOW


@op(
    "TensorArrayConcatV3",
    "handle: resource, flow_in: float32 -> value: dtype, lengths: int64",
    shape=lambda c: (None, (None,)),
    stateful=True,
)
def tensor_array_concat(
    ctx: Any, handle: Any, flow_in: Any, *, dtype: DType, element_shape_except0: Shape = None
) -> Any:
    """All elements joined along their first dimension, and how long each was."""
    _check_type(handle, dtype, "read")
    values = [handle.read(index) for index in range(len(handle.items))]
    lengths = np.array([len(value) for value in values], np.int64)
    if not values:
        shape = [size or 0 for size in element_shape_except0 or ()]
        return np.zeros((0, *shape), dtype.as_numpy_dtype), lengths
    return np.concatenate(values), lengths


@op(
    "TensorArraySplitV3",
    "handle: resource, value: T, lengths: int64, flow_in: float32 -> flow_out: float32",
    shape=shape_rules.scalar,
    stateful=True,
)
def tensor_array_split(
    ctx: Any, handle: Any, value: Any, lengths: Any, flow_in: Any, *, T: DType
) -> Any:
    """Sets the elements to consecutive parts of a tensor."""
    _check_type(handle, T, "write")
    total = int(np.sum(lengths))
    if total != len(value):
        _refuse(
            "Expected sum of lengths to be equal to values.shape[0], but sum of lengths is "
            f"{total} and value's shape is: {shapes.format_shape(np.shape(value))}"
        )
    ends = np.cumsum(lengths)
    parts = [value[end - size : end] for size, end in zip(lengths, ends, strict=True)]
    handle.write_all(range(len(parts)), parts)
    return FLOW


@op(
    "TensorArraySizeV3",
    "handle: resource, flow_in: float32 -> size: int32",
    shape=shape_rules.scalar,
    stateful=True,
    grad=lambda op, grad: [None, None],
)
def tensor_array_size(ctx: Any, handle: Any, flow_in: Any) -> Any:
    """The number of elements."""
    return np.int32(len(handle.items))


@op("TensorArrayCloseV3", "handle: resource ->", shape=shape_rules.no_outputs, stateful=True)
def tensor_array_close(ctx: Any, handle: Any) -> Any:
    """Forgets all elements."""
    handle.items.clear()
    return ()
