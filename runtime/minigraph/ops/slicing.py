"""Ops that pick elements: slices, strided slices (`x[...]`), gathers and scatters."""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np

from minigraph import context, dtypes, inference, shapes
from minigraph.convert import constant, convert_to_tensor
from minigraph.dtypes import DType
from minigraph.ops import array, shape_rules
from minigraph.ops.array import INDEX
from minigraph.ops.refusal import refusal
from minigraph.registry import op
from minigraph.tensor import Tensor


def _slice_shape(c: Any) -> Any:
    (count,) = shape_rules.require_rank(shapes.merge(c.shapes[1], c.shapes[2]), 1)
    source: Any = c.shapes[0]
    if count is not None:
        source = shape_rules.require_rank(source, count)
    begin, size = c.constant(1), c.constant(2)
    if source is None or size is None:
        return (source and (None,) * len(source),)
    result: list[int | None] = []
    for axis, wanted in enumerate(size.tolist()):
        if wanted >= 0:
            result.append(wanted)
        elif begin is None or source[axis] is None:
            result.append(None)
        else:
            result.append(source[axis] - int(begin[axis]))
    return (tuple(result),)


def _slice_gradient(op: Any, grad: Any) -> Any:
    from minigraph.ops import packing, repeating, shaping

    source, begin = op.inputs[0], op.inputs[1]
    rank = array.rank(source)
    sizes = array.shape(op.outputs[0], out_type=begin.dtype)
    column = packing.stack([rank, 1])
    before = shaping.reshape(begin, column)
    after = shaping.reshape(array.shape(source, out_type=begin.dtype) - sizes - begin, column)
    return repeating.pad(grad, shaping.concat([before, after], 1)), None, None


@op(
    "Slice",
    "input: T, begin: Index, size: Index -> output: T",
    types={"Index": INDEX},
    shape=_slice_shape,
    grad=_slice_gradient,
    view=True,
)
def _slice(input: Any, begin: Any, size: Any) -> Any:
    shape, index = np.shape(input), []
    if begin.shape != (len(shape),) or size.shape != begin.shape:
        raise refusal(
            f"Expected begin and size arguments to be 1-D tensors of size {len(shape)}, but got "
            f"shapes {shapes.format_shape(begin.shape)} and {shapes.format_shape(size.shape)} "
            "instead."
        )
    for axis, (start, count) in enumerate(zip(begin.tolist(), size.tolist(), strict=True)):
        length = shape[axis]
        if not 0 <= start <= length:
            raise refusal(f"Expected begin[{axis}] in [0, {length}], but got {start}")
        if count == -1:
            count = length - start
        if not 0 <= count <= length - start:
            raise refusal(f"Expected size[{axis}] in [0, {length - start}], but got {count}")
        index.append(builtins.slice(start, start + count))
    return input[tuple(index)]


def slice(input_: Any, begin: Any, size: Any, name: str | None = None) -> Any:
    """`size` elements from `begin` on each axis, -1 for the rest (tf.slice)."""
    return _slice(input_, begin, size, name=name)


MASKS = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")


def numpy_index(
    begin: Any, end: Any, strides: Any, masks: dict[str, int], rank: int
) -> tuple[Any, ...]:
    """The NumPy index of a strided slice of a tensor of `rank` axes: five bit masks as in TF.

    Raises ValueError where more axes are indexed than there are, or a stride is zero.
    """
    count, ellipsis, added = len(strides), masks["ellipsis_mask"], masks["new_axis_mask"]
    used = sum(1 for i in range(count) if not (ellipsis | added) >> i & 1)
    if ellipsis & (ellipsis - 1):
        raise ValueError("Multiple ellipses in slice spec not allowed")
    result: list[Any] = []
    for i in range(count):
        bit = 1 << i
        if strides[i] == 0:
            raise ValueError(f"strides[{i}] must be non-zero")
        if ellipsis & bit:
            result.extend([np.s_[:]] * (rank - used))
        elif added & bit:
            result.append(None)
        elif masks["shrink_axis_mask"] & bit:
            result.append(int(begin[i]))
        else:
            start = None if masks["begin_mask"] & bit else int(begin[i])
            stop = None if masks["end_mask"] & bit else int(end[i])
            result.append(np.s_[start : stop : int(strides[i])])
    if used > rank:
        if rank == 0:
            raise ValueError("Attempting to slice scalar input.")
        raise ValueError(f"Index out of range using input dim {rank}; input has only {rank} dims")
    return tuple(result)


def _strided_shape(c: Any) -> Any:
    shapes.merge(shapes.merge(c.shapes[1], c.shapes[2]), c.shapes[3])
    source, strides = c.shapes[0], c.constant(3)
    if source is None or strides is None:
        return (None,)
    masks = {name: c.attrs[name] for name in MASKS}
    numpy_index(strides, strides, strides, masks, len(source))
    begin, end = c.constant(1), c.constant(2)
    if begin is None or end is None:
        # A bound that only the run knows: of the sizes, those of axes taken whole are known.
        bounds = np.zeros_like(strides)
        parts = numpy_index(bounds, bounds, strides, masks, len(source))
        return (_sliced_shape(source, parts, False),)
    return (_sliced_shape(source, numpy_index(begin, end, strides, masks, len(source)), True),)


def _sliced_shape(source: Any, parts: tuple[Any, ...], known: bool) -> Any:
    """The shape of a tensor indexed with `parts`; ValueError for an integer out of range."""
    result: list[int | None] = []
    axis = 0
    for part in parts:
        if part is None:
            result.append(1)
            continue
        size = source[axis]
        if isinstance(part, int):
            if known and size is not None and not -size <= part < size:
                raise ValueError(f"slice index {part} of dimension {axis} out of bounds.")
        elif size is None or not (known or part.start is part.stop is None):
            result.append(None)
        else:
            result.append(len(range(*part.indices(size))))
        axis += 1
    return (*result, *source[axis:])


def _strided_partial(op: Any) -> Any:
    known = inference.constant_as_shape(op.inputs[0])
    bounds = [inference.constant_value(tensor) for tensor in op.inputs[1:]]
    if known is None or any(value is None or len(value) != 1 for value in bounds):
        return None
    begin, end, strides = bounds
    index = numpy_index(begin, end, strides, {name: op.attrs[name] for name in MASKS}, 1)
    part = known[index[0]]
    return part if isinstance(part, tuple) else None


def _strided_gradient(op: Any, grad: Any) -> Any:
    source, begin, end, strides = op.inputs
    bounds = [array.shape(source, out_type=begin.dtype), begin, end, strides]
    known = [inference.constant_value(bound) for bound in bounds]
    bounds = [a if b is None else b for a, b in zip(bounds, known, strict=True)]
    masks = {name: op.attrs[name] for name in MASKS}
    return _strided_slice_grad(*bounds, grad, **masks), None, None, None


@op(
    "StridedSlice",
    "input: T, begin: Index, end: Index, strides: Index -> output: T",
    types={"Index": (dtypes.int16, *INDEX)},
    shape=_strided_shape,
    grad=_strided_gradient,
    partial=_strided_partial,
    view=True,
)
def _strided_slice(
    input: Any,
    begin: Any,
    end: Any,
    strides: Any,
    *,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
) -> Any:
    masks = (begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)
    shape = np.shape(input)
    try:
        index = numpy_index(begin, end, strides, dict(zip(MASKS, masks)), len(shape))
        return np.asarray(input)[index]
    except IndexError:
        _sliced_shape(shape, index, True)  # says which integer is out of range
        raise


def _strided_grad_gradient(op: Any, grad: Any) -> Any:
    _, begin, end, strides, _ = op.inputs
    masks = {name: op.attrs[name] for name in MASKS}
    return None, None, None, None, _strided_slice(grad, begin, end, strides, **masks)


@op(
    "StridedSliceGrad",
    "shape: Index, begin: Index, end: Index, strides: Index, dy: T -> output: T",
    types={"Index": INDEX},
    shape=lambda c: (c.constant_shape(0),),
    grad=_strided_grad_gradient,
)
def _strided_slice_grad(
    shape: Any,
    begin: Any,
    end: Any,
    strides: Any,
    dy: Any,
    *,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
) -> Any:
    masks = (begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)
    result = np.zeros(tuple(shape), np.asarray(dy).dtype)
    result[numpy_index(begin, end, strides, dict(zip(MASKS, masks)), len(shape))] = dy
    return result


def strided_slice(
    input_: Any,
    begin: Any,
    end: Any,
    strides: Any = None,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
    var: Any = None,
    name: str | None = None,
) -> Any:
    """The elements from `begin` to `end` in steps of `strides` (tf.strided_slice)."""
    masks = (begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)
    if strides is None:
        strides = array.ones_like(convert_to_tensor(begin))
    return _strided_slice(
        input_, begin, end, strides, name=name, **dict(zip(MASKS, masks, strict=True))
    )


def _check_index(index: Any) -> None:
    if isinstance(index, (int, np.integer)) and not isinstance(index, bool):
        return
    dtype = getattr(index, "dtype", None)
    if dtype is not None and dtypes.as_dtype(dtype).base_dtype in (dtypes.int16, *INDEX):
        if (index.shape.rank if isinstance(index, Tensor) else np.ndim(index)) != 1:
            return
    if type(index).__name__ == "Dimension":
        return
    raise TypeError(
        "Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar "
        f"tf.int32/tf.int64 tensors are valid indices, got {index!r}"
    )


def slice_helper(tensor: Any, slice_spec: Any, var: Any = None) -> Any:
    """`tensor[...]` (Tensor.__getitem__): integers, slices, None, ... and a boolean mask.

    Raises TypeError for an index of another kind.
    """
    if isinstance(slice_spec, bool) or (
        isinstance(slice_spec, (Tensor, np.ndarray))
        and np.dtype(bool) == getattr(slice_spec.dtype, "as_numpy_dtype", slice_spec.dtype)
    ):
        from minigraph.ops import gathering

        return gathering.boolean_mask(tensor, slice_spec)
    parts = slice_spec if isinstance(slice_spec, (list, tuple)) else [slice_spec]
    begin: list[Any] = []
    end: list[Any] = []
    strides: list[Any] = []
    masks = dict.fromkeys(MASKS, 0)
    for i, part in enumerate(parts):
        _add_index(part, 1 << i, begin, end, strides, masks)
    with context.get_default_graph().name_scope("strided_slice") as name:
        bounds = _pack_bounds(begin, end, strides)
        result = _strided_slice(tensor, *bounds, name=name, **masks)
    if var is not None:
        result.assign = _slice_assignment(var, name[:-1], bounds, masks)
    return result


def _slice_assignment(var: Any, scope: str, bounds: Any, masks: Any) -> Any:
    def assign(value: Any, name: str | None = None) -> Any:
        """Writes `value` to this part of the variable."""
        begin, end, strides = bounds
        return var._strided_slice_assign(
            begin=begin,
            end=end,
            strides=strides,
            value=value,
            name=name or f"{scope}/_assign",
            **masks,
        )

    return assign


def _add_index(
    part: Any, bit: int, begin: list[Any], end: list[Any], strides: list[Any], masks: Any
) -> None:
    if isinstance(part, type(np.s_[:])):
        kind = _index_dtype(part.start, part.stop, part.step)
        for value, bounds, missing, mask in (
            (part.start, begin, 0, "begin_mask"),
            (part.stop, end, 0, "end_mask"),
            (part.step, strides, 1, ""),
        ):
            if value is not None and not _is_unknown_dimension(value):
                _check_index(value)
                bounds.append(value)
                continue
            bounds.append(missing if kind is None else constant(missing, kind))
            if mask:
                masks[mask] |= bit
    elif part is Ellipsis or part is None:
        begin.append(0)
        end.append(0)
        strides.append(1)
        masks["ellipsis_mask" if part is Ellipsis else "new_axis_mask"] |= bit
    else:
        _check_index(part)
        begin.append(part)
        end.append(part + 1)
        kind = _index_dtype(part)
        strides.append(1 if kind in (None, dtypes.int32) else constant(1, kind))
        masks["shrink_axis_mask"] |= bit


def _index_dtype(*values: Any) -> DType | None:
    """The widest dtype of those that are tensors, None where none is."""
    found = [value.dtype.base_dtype for value in values if isinstance(value, Tensor)]
    for kind in (dtypes.int64, dtypes.int32, dtypes.int16):
        if kind in found:
            return kind
    return None


def _is_unknown_dimension(value: Any) -> bool:
    return type(value).__name__ == "Dimension" and value.value is None


def _pack_bounds(*bounds: list[Any]) -> list[Any]:
    from minigraph.ops import packing

    if not bounds[0]:
        return [np.zeros(0, np.int32)] * 3
    return [
        packing.stack(values, name="stack")
        if any(isinstance(value, Tensor) for value in values)
        else convert_to_tensor(_index_array(values), name="stack")
        for values in bounds
    ]


def _index_array(values: list[Any]) -> Any:
    numbers = np.array([int(value) for value in values], np.int64)
    narrow = numbers.astype(np.int32)
    return narrow if np.array_equal(narrow, numbers) else numbers


Tensor._override_operator("__getitem__", slice_helper)
