"""Ops that pick elements: slices, strided slices (`x[...]`), gathers and scatters."""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np

from minigraph import context, dtypes, errors, inference
from minigraph.convert import convert_to_tensor
from minigraph.ops import array
from minigraph.ops.array import INDEX
from minigraph.registry import op
from minigraph.tensor import Tensor


def _slice_shape(c: Any) -> Any:
    source, begin, size = c.shapes[0], c.constant(1), c.constant(2)
    if size is None:
        rank = source if source is not None else c.shapes[2]
        count = len(source) if source is not None else (rank[0] if rank else None)
        return (None if count is None else (None,) * count,)
    if source is None:
        return (tuple(None if s < 0 else s for s in size.tolist()),)
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
    from minigraph.ops import repeating, shaping

    source, begin = op.inputs[0], op.inputs[1]
    rank = array.rank(source)
    sizes = array.shape(op.outputs[0], out_type=begin.dtype)
    column = shaping.stack([rank, 1])
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
    index: list[Any] = []
    for start, count, length in zip(begin.tolist(), size.tolist(), np.shape(input), strict=True):
        if count == -1:
            count = length - start
        if not (0 <= start <= length and 0 <= count <= length - start):
            _refuse_part(len(index), start, count, length)
        index.append(builtins.slice(start, start + count))
    return input[tuple(index)]


def _refuse_part(axis: int, start: int, count: int, length: int) -> None:
    if not 0 <= start <= length:
        text = f"Expected begin[{axis}] in [0, {length}], but got {start}"
    else:
        text = f"Expected size[{axis}] in [0, {length - start}], but got {count}"
    raise errors.InvalidArgumentError(None, None, text)


def slice(input_: Any, begin: Any, size: Any, name: str | None = None) -> Any:
    """`size` elements from `begin` on each axis, -1 for the rest (tf.slice)."""
    return _slice(input_, begin, size, name=name)


class _Spec:
    """A strided slice as TensorFlow writes it down: bounds, strides and five bit masks."""

    def __init__(self, begin: Any, end: Any, strides: Any, masks: dict[str, int]) -> None:
        self.begin, self.end, self.strides = begin, end, strides
        self.masks = masks

    def index(self, rank: int) -> tuple[Any, ...]:
        """The index that NumPy understands, for an input of `rank` axes."""
        count = len(self.strides)
        used = count - self._bits("new_axis_mask", count)
        ellipsis = self.masks["ellipsis_mask"]
        used -= 1 if ellipsis else 0
        result: list[Any] = []
        axis = 0
        for i in range(count):
            bit = 1 << i
            if ellipsis & bit:
                result.extend([np.s_[:]] * (rank - used))
                axis += rank - used
            elif self.masks["new_axis_mask"] & bit:
                result.append(None)
            elif self.masks["shrink_axis_mask"] & bit:
                result.append(int(self.begin[i]))
                axis += 1
            else:
                start = None if self.masks["begin_mask"] & bit else int(self.begin[i])
                stop = None if self.masks["end_mask"] & bit else int(self.end[i])
                result.append(np.s_[start : stop : int(self.strides[i])])
                axis += 1
        return tuple(result)

    def _bits(self, mask: str, count: int) -> int:
        return sum(1 for i in range(count) if self.masks[mask] >> i & 1)


def numpy_index(
    begin: Any, end: Any, strides: Any, masks: dict[str, int], rank: int
) -> tuple[Any, ...]:
    """The NumPy index of a strided slice of a tensor of `rank` axes."""
    return _Spec(begin, end, strides, masks).index(rank)


MASKS = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")


def _sliced_size(size: int | None, part: Any) -> int | None:
    if size is None:
        return None
    return len(range(*part.indices(size)))


def _check_rank(rank: int, count: int, attrs: Any) -> None:
    """Raises ValueError where more axes are indexed than the input has."""
    bits = attrs["ellipsis_mask"] | attrs["new_axis_mask"]
    if sum(1 for i in range(count) if not bits >> i & 1) > rank:
        raise ValueError(f"Index out of range using input dim {rank}; input has only {rank} dims")


def _strided_shape(c: Any) -> Any:
    source, strides = c.shapes[0], c.constant(3)
    if source is not None and strides is not None:
        _check_rank(len(source), len(strides), c.attrs)
    begin, end = c.constant(1), c.constant(2)
    if source is None or begin is None or end is None or strides is None:
        return (None,)
    spec = _Spec(begin, end, strides, {name: c.attrs[name] for name in MASKS})
    result: list[int | None] = []
    axis = 0
    for part in spec.index(len(source)):
        if part is None:
            result.append(1)
            continue
        size = source[axis]
        if isinstance(part, int):
            if size is not None and not -size <= part < size:
                raise ValueError(f"slice index {part} of dimension {axis} out of bounds.")
        else:
            if part.step == 0:
                raise ValueError(f"strides[{axis}] must be non-zero")
            result.append(_sliced_size(size, part))
        axis += 1
    return ((*result, *source[axis:]),)


def _strided_partial(op: Any) -> Any:
    known = inference.constant_as_shape(op.inputs[0])
    bounds = [inference.constant_value(tensor) for tensor in op.inputs[1:]]
    if known is None or any(value is None or len(value) != 1 for value in bounds):
        return None
    begin, end, strides = bounds
    spec = _Spec(begin, end, strides, {name: op.attrs[name] for name in MASKS})
    part = known[spec.index(1)[0]]
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
    spec = _Spec(begin, end, strides, dict(zip(MASKS, masks, strict=True)))
    try:
        return np.asarray(input)[spec.index(np.ndim(input))]
    except IndexError:
        shape, axis = np.shape(input), 0
        for part in spec.index(len(shape)):
            if isinstance(part, int) and not -shape[axis] <= part < shape[axis]:
                raise errors.InvalidArgumentError(
                    None, None, f"slice index {part} of dimension {axis} out of bounds."
                ) from None
            axis += part is not None
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
    spec = _Spec(begin, end, strides, dict(zip(MASKS, masks, strict=True)))
    result = np.zeros(tuple(shape), np.asarray(dy).dtype)
    result[spec.index(len(shape))] = dy
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
        if isinstance(index, Tensor) or np.ndim(index) == 0:
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
    if isinstance(slice_spec, (Tensor, np.ndarray)) and np.dtype(bool) == getattr(
        slice_spec.dtype, "as_numpy_dtype", slice_spec.dtype
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
        return _strided_slice(tensor, *bounds, name=name, **masks)


def _add_index(
    part: Any, bit: int, begin: list[Any], end: list[Any], strides: list[Any], masks: Any
) -> None:
    if isinstance(part, type(np.s_[:])):
        for value, bounds, mask in (
            (part.start, begin, "begin_mask"),
            (part.stop, end, "end_mask"),
        ):
            if value is None:
                bounds.append(0)
                masks[mask] |= bit
            else:
                _check_index(value)
                bounds.append(value)
        if part.step is not None:
            _check_index(part.step)
        strides.append(1 if part.step is None else part.step)
    elif part is Ellipsis or part is None:
        begin.append(0)
        end.append(0)
        strides.append(1)
        masks["ellipsis_mask" if part is Ellipsis else "new_axis_mask"] |= bit
    else:
        _check_index(part)
        begin.append(part)
        end.append(part + 1)
        strides.append(1)
        masks["shrink_axis_mask"] |= bit


def _pack_bounds(*bounds: list[Any]) -> list[Any]:
    from minigraph.ops import shaping

    if not bounds[0]:
        return [np.zeros(0, np.int32)] * 3
    names = ("stack", "stack_1", "stack_2")
    return [
        shaping.stack(values, name="stack")
        if any(isinstance(value, Tensor) for value in values)
        else convert_to_tensor(_index_array(values), name="stack")
        for values, _ in zip(bounds, names, strict=True)
    ]


def _index_array(values: list[Any]) -> Any:
    numbers = np.array([int(value) for value in values], np.int64)
    narrow = numbers.astype(np.int32)
    return narrow if np.array_equal(narrow, numbers) else numbers


Tensor._override_operator("__getitem__", slice_helper)
