"""Ops on lists of tensors, which loops and tensor arrays use. Lists are variant tensors."""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np

from minigraph import convert, dtypes, errors, shapes
from minigraph.dtypes import DType
from minigraph.opdef import TypeAttr
from minigraph.ops import shape_rules
from minigraph.registry import op
from minigraph.shapes import TensorShape
from minigraph.tensor import Tensor
from minigraph.tensor_list import TensorList

ShapeTuple = tuple[int | None, ...] | None
_SHAPE_TYPES = (dtypes.int32, dtypes.int64)
_SHAPE = {"shape_type": _SHAPE_TYPES}


def element_shape_tensor(shape: Any) -> Any:
    """A shape as the list ops take it: a vector with -1 for unknown sizes, -1 for no rank."""
    if isinstance(shape, Tensor):
        return shape
    dims = shape._dims if isinstance(shape, TensorShape) else shapes.as_shape(shape)._dims
    sizes = np.array(-1 if dims is None else [-1 if d is None else d for d in dims], np.int32)
    return convert.convert_to_tensor(sizes) if dims == () else sizes


def _refuse(message: str) -> NoReturn:
    raise errors.InvalidArgumentError(None, None, message)


def _as_shape(value: Any) -> ShapeTuple:
    """The run-time value of an element shape."""
    if np.ndim(value) == 0:
        return None
    return tuple(None if size < 0 else int(size) for size in value)


def _static_element_shape(c: Any, index: int) -> ShapeTuple:
    known = c.constant(index)
    if known is not None and np.ndim(known) == 0:
        return None
    if known is None and c.shapes[index] != () and c.shapes[index] is None:
        return None
    return c.constant_shape(index) if c.shapes[index] != () else None


def _narrowed(known: ShapeTuple, asked: ShapeTuple) -> ShapeTuple:
    try:
        return shapes.merge(known, asked)
    except ValueError:
        return asked


def _element(items: TensorList, value: Any, asked: ShapeTuple, dtype: DType) -> Any:
    """An element, zeros for one without a value."""
    if value is not None:
        return value
    shape = _narrowed(items.element_shape, asked)
    if shape is None or None in shape:
        # All elements of a list of partly known shape are alike: the others tell.
        other = next((item for item in items.items() if item is not None), None)
        if other is None:
            _refuse(
                "Trying to read an uninitialized element but element_shape is not fully defined"
                f": {shapes.from_tuple(shape)}"
            )
        shape = np.shape(other)
    if dtype is dtypes.variant:
        return TensorList([], dtype, None)
    return np.zeros(shape, dtype.as_numpy_dtype)[()]  # type: ignore[arg-type]


def _as_list(items: list[Any], dtype: DType, shape: Any) -> TensorList:
    return TensorList(items, dtype, _as_shape(shape))


@op(
    "EmptyTensorList",
    "element_shape: shape_type, max_num_elements: int32 -> handle: variant",
    types=_SHAPE,
    shape=shape_rules.scalar,
)
def empty_tensor_list(element_shape: Any, max_num_elements: Any, *, element_dtype: DType) -> Any:
    """An empty list."""
    return _as_list([], element_dtype, element_shape)


@op(
    "TensorListReserve",
    "element_shape: shape_type, num_elements: int32 -> handle: variant",
    types=_SHAPE,
    shape=shape_rules.scalar,
)
def tensor_list_reserve(element_shape: Any, num_elements: Any, *, element_dtype: DType) -> Any:
    """A list of elements without values."""
    if num_elements < 0:
        _refuse(
            f"The num_elements to reserve must be a non negative number, but got {num_elements}"
        )
    return _as_list([None] * int(num_elements), element_dtype, element_shape)


@op(
    "TensorListPushBack",
    "input_handle: variant, tensor: element_dtype -> output_handle: variant",
    shape=shape_rules.scalar,
    view=True,
)
def tensor_list_push_back(input_handle: Any, tensor: Any) -> Any:
    """The list with `tensor` at its end."""
    return input_handle.pushed(tensor)


@op(
    "TensorListPopBack",
    "input_handle: variant, element_shape: int32 -> output_handle: variant, tensor: element_dtype",
    shape=lambda c: ((), _static_element_shape(c, 1)),
    view=True,
)
def tensor_list_pop_back(
    input_handle: Any, element_shape: Any, *, element_dtype: DType
) -> tuple[Any, Any]:
    """The list without its last element, and that element."""
    if not len(input_handle):
        _refuse("Trying to pop from an empty list.")
    last = input_handle[len(input_handle) - 1]
    value = _element(input_handle, last, _as_shape(element_shape), element_dtype)
    return input_handle.popped(), value


@op(
    "TensorListGetItem",
    "input_handle: variant, index: int32, element_shape: Tshape -> item: element_dtype",
    types={"Tshape": TypeAttr(_SHAPE_TYPES, dtypes.int32)},
    shape=lambda c: (_static_element_shape(c, 2),),
    view=True,
)
def tensor_list_get_item(
    input_handle: Any, index: Any, element_shape: Any, *, element_dtype: DType
) -> Any:
    """One element."""
    if not 0 <= index < len(input_handle):
        _refuse(f"Trying to access element {index} in a list with {len(input_handle)} elements.")
    item = input_handle[int(index)]
    return _element(input_handle, item, _as_shape(element_shape), element_dtype)


@op(
    "TensorListSetItem",
    "input_handle: variant, index: int32, item: element_dtype -> output_handle: variant",
    shape=shape_rules.scalar,
    view=True,
)
def tensor_list_set_item(
    input_handle: Any,
    index: Any,
    item: Any,
    *,
    element_dtype: DType,
    resize_if_index_out_of_bounds: bool = False,
) -> Any:
    """The list with another element at `index`."""
    if element_dtype is not input_handle.dtype:
        _refuse(
            f"Invalid data types; op elements {dtypes.c_name(element_dtype)} but list elements "
            f"{dtypes.c_name(input_handle.dtype)}"
        )
    if resize_if_index_out_of_bounds and index >= len(input_handle):
        input_handle = input_handle.resized(int(index) + 1)
    if not 0 <= index < len(input_handle):
        _refuse(f"Trying to modify element {index} in a list with {len(input_handle)} elements.")
    shape = input_handle.element_shape
    if not shapes.compatible(shape, np.shape(item)):
        _refuse(
            f"Tried to set a tensor with incompatible shape at a list index. Item element shape: "
            f"{shapes.format_shape(np.shape(item))} list shape: {shapes.format_shape(shape)}"
        )
    return input_handle.with_item(int(index), item)


@op("TensorListLength", "input_handle: variant -> length: int32", shape=shape_rules.scalar)
def tensor_list_length(input_handle: Any) -> Any:
    """The number of elements."""
    return np.int32(len(input_handle))


@op(
    "TensorListElementShape",
    "input_handle: variant -> element_shape: shape_type",
    types=_SHAPE,
    shape=shape_rules.unknown,
)
def tensor_list_element_shape(input_handle: Any, *, shape_type: DType) -> Any:
    """What is known of the elements' shape."""
    shape = input_handle.element_shape
    sizes = -1 if shape is None else [-1 if size is None else size for size in shape]
    return np.array(sizes, shape_type.as_numpy_dtype)


@op(
    "TensorListResize",
    "input_handle: variant, size: int32 -> output_handle: variant",
    shape=shape_rules.scalar,
    view=True,
)
def tensor_list_resize(input_handle: Any, size: Any) -> Any:
    """The list cut or lengthened to `size` elements."""
    return input_handle.resized(int(size))


def _stacked_shape(c: Any) -> Any:
    element = _static_element_shape(c, 1)
    count = c.attrs["num_elements"]
    return (None if element is None else (None if count < 0 else count, *element),)


@op(
    "TensorListStack",
    "input_handle: variant, element_shape: int32 -> tensor: element_dtype",
    shape=_stacked_shape,
)
def tensor_list_stack(
    input_handle: Any, element_shape: Any, *, element_dtype: DType, num_elements: int = -1
) -> Any:
    """All elements as one tensor."""
    count, asked = len(input_handle), _as_shape(element_shape)
    if num_elements not in (-1, count):
        _refuse(
            f"Operation expected a list with {num_elements} elements but got a list with {count} "
            "elements."
        )
    return _stack(input_handle, input_handle.items(), asked, element_dtype)


def _stack(source: TensorList, items: list[Any], asked: ShapeTuple, dtype: DType) -> Any:
    numpy_type = dtype.as_numpy_dtype
    if not items:
        shape = _narrowed(source.element_shape, asked)
        if shape is None or None in shape:
            _refuse(
                "Tried to stack elements of an empty list with non-fully-defined element_shape: "
                f"{_shown(shape)}"
            )
        return np.zeros((0, *shape), numpy_type)
    _check_alike(source, items, asked)
    values = [_element(source, item, asked, dtype) for item in items]
    result = np.empty((len(values), *np.shape(values[0])), numpy_type)
    for index, value in enumerate(values):
        result[index] = value
    return result


def _shown(shape: ShapeTuple) -> str:
    return "<unknown>" if shape is None else shapes.format_shape(shape)


def _check_alike(source: TensorList, items: list[Any], asked: ShapeTuple) -> None:
    known = [np.shape(item) for item in items if item is not None]
    for shape in known:
        if len(shape) != len(known[0]):
            _refuse(
                "PartialTensorShape: Incompatible ranks during merge: "
                f"{len(known[0])} vs. {len(shape)}"
            )
        if shape != known[0]:
            _refuse(
                "PartialTensorShape: Incompatible shapes during merge: "
                f"{shapes.format_shape(known[0])} vs. {shapes.format_shape(shape)}"
            )
    element = _narrowed(source.element_shape, asked)
    if not known and (element is None or None in element):
        _refuse(
            "Tried to stack list which only contains uninitialized tensors and has a "
            f"non-fully-defined element_shape: {_shown(element)}"
        )


@op(
    "TensorListFromTensor",
    "tensor: element_dtype, element_shape: shape_type -> output_handle: variant",
    types=_SHAPE,
    shape=shape_rules.scalar,
    view=True,
)
def tensor_list_from_tensor(tensor: Any, element_shape: Any, *, element_dtype: DType) -> Any:
    """The slices of a tensor along its first dimension, as a list."""
    return _as_list(list(tensor), element_dtype, element_shape)


@op(
    "TensorListGather",
    "input_handle: variant, indices: int32, element_shape: int32 -> values: element_dtype",
    shape=lambda c: (_gathered_shape(c),),
)
def tensor_list_gather(
    input_handle: Any, indices: Any, element_shape: Any, *, element_dtype: DType
) -> Any:
    """Some elements as one tensor."""
    shape, size = _as_shape(element_shape), len(input_handle)
    known = _narrowed(input_handle.element_shape, shape)
    for index in indices:
        if not 0 <= index < size:
            if known is None or None in known:
                _refuse(f"Trying to gather element {index} in a list with {size} elements.")
            _refuse(f"Index {index} out o range; list only has {size} elements.")
    items = [input_handle[int(index)] for index in indices]
    return _stack(input_handle, items, shape, element_dtype)


def _gathered_shape(c: Any) -> ShapeTuple:
    element, indices = _static_element_shape(c, 2), c.shapes[1]
    return None if element is None or indices is None else (*indices, *element)


@op(
    "TensorListScatterV2",
    "tensor: element_dtype, indices: int32, element_shape: shape_type, num_elements: int32 -> "
    "output_handle: variant",
    types=_SHAPE,
    shape=shape_rules.scalar,
    view=True,
)
def tensor_list_scatter(
    tensor: Any, indices: Any, element_shape: Any, num_elements: Any, *, element_dtype: DType
) -> Any:
    """A list with the slices of a tensor at `indices`."""
    size = max([int(num_elements), *(int(index) + 1 for index in indices)], default=0)
    items: list[Any] = [None] * max(size, 0)
    for index, value in zip(indices, tensor, strict=False):
        items[int(index)] = value
    return _as_list(items, element_dtype, element_shape)


@op(
    "TensorListScatterIntoExistingList",
    "input_handle: variant, tensor: element_dtype, indices: int32 -> output_handle: variant",
    shape=shape_rules.scalar,
    view=True,
)
def tensor_list_scatter_into(input_handle: Any, tensor: Any, indices: Any) -> Any:
    """The list with the slices of a tensor at `indices`."""
    size = max([len(input_handle), *(int(index) + 1 for index in indices)])
    result = input_handle.resized(size)
    for index, value in zip(indices, tensor, strict=False):
        result = result.with_item(int(index), value)
    return result


@op(
    "TensorListConcatV2",
    "input_handle: variant, element_shape: shape_type, leading_dims: int64 -> "
    "tensor: element_dtype, lengths: int64",
    types=_SHAPE,
    shape=lambda c: (_concatenated_shape(c), (None,)),
)
def tensor_list_concat(
    input_handle: Any, element_shape: Any, leading_dims: Any, *, element_dtype: DType
) -> tuple[Any, Any]:
    """All elements joined along their first dimension, and how long each was."""
    asked = _narrowed(input_handle.element_shape, _as_shape(element_shape))
    values = []
    for index, item in enumerate(input_handle.items()):
        if item is None:
            rest = () if asked is None else asked[1:]
            item = np.zeros((int(leading_dims[index]), *rest), element_dtype.as_numpy_dtype)
        values.append(item)
    lengths = np.array([len(value) for value in values], np.int64)
    if not values:
        rest = () if asked is None else tuple(size or 0 for size in asked[1:])
        return np.zeros((0, *rest), element_dtype.as_numpy_dtype), lengths
    return np.concatenate(values), lengths


def _concatenated_shape(c: Any) -> ShapeTuple:
    element = _static_element_shape(c, 1)
    return None if element is None else (None, *element[1:])


@op(
    "TensorListSplit",
    "tensor: element_dtype, element_shape: shape_type, lengths: int64 -> output_handle: variant",
    types=_SHAPE,
    shape=shape_rules.scalar,
    view=True,
)
def tensor_list_split(value: Any, element_shape: Any, lengths: Any, *, element_dtype: DType) -> Any:
    """A list of consecutive parts of a tensor of these lengths."""
    total, size = int(np.sum(lengths)), len(value)
    if total > size:
        _refuse(f"Attempting to slice [{size}, {total}] from tensor with length {size}")
    if total < size:
        _refuse(f"Unused values in tensor. Length of tensor: {size} Values used: {total}")
    ends = np.cumsum(lengths)
    parts = [value[end - size : end] for size, end in zip(lengths, ends, strict=True)]
    return _as_list(parts, element_dtype, element_shape)
