"""Ops that repeat, pad, broadcast, split or reverse along axes."""

from __future__ import annotations

from typing import Any

import numpy as np

from minigraph import dtypes, shapes
from minigraph.convert import convert_to_tensor
from minigraph.opdef import TypeAttr
from minigraph.ops import array, packing, shape_rules, shaping
from minigraph.ops.array import INDEX, INDEX_OR_INT32
from minigraph.ops.refusal import refusal
from minigraph.registry import op


def _tile_shape(c: Any) -> Any:
    source, counts = c.shapes[0], c.constant_shape(1)
    if source is None:
        return (None if counts is None else (None,) * len(counts),)
    if counts is None:
        return ((None,) * len(source),)
    shape_rules.require_rank(counts, len(source))
    return (tuple(None if a is None or b is None else a * b for a, b in zip(source, counts)),)


def _tile_gradient(op: Any, grad: Any) -> Any:
    from minigraph.ops import reductions, sequences

    source, counts = op.inputs
    shape = array.shape(source, out_type=counts.dtype)
    split = shaping.reshape(shaping.transpose(packing.stack([counts, shape])), [-1])
    axes = sequences.range(0, array.size(split), 2)
    return reductions.reduce_sum(shaping.reshape(grad, split), axes), None


@op(
    "Tile",
    "input: T, multiples: Tmultiples -> output: T",
    types={"Tmultiples": INDEX_OR_INT32},
    shape=_tile_shape,
    grad=_tile_gradient,
)
def _tile(input: Any, multiples: Any) -> Any:
    if np.ndim(multiples) != 1:
        shape = shapes.format_shape(np.shape(multiples))
        raise refusal(f"Expected multiples to be 1-D, but got shape {shape}")
    if len(multiples) != np.ndim(input):
        raise refusal(
            f"Expected multiples argument to be a vector of length {np.ndim(input)} but got "
            f"length {len(multiples)}"
        )
    counts = multiples.tolist()
    for i, count in enumerate(counts):
        if count < 0:
            raise refusal(f"Expected multiples[{i}] >= 0, but got {count}")
    if counts and np.size(input) == 1:
        result = np.empty(counts, input.dtype)
        result.fill(input.item())
        return result
    return np.tile(input, multiples)


def tile(input: Any, multiples: Any, name: str | None = None) -> Any:
    """`input` repeated `multiples[i]` times along axis i (tf.tile)."""
    return _tile(input, multiples, name=name)


# Padding


def _pad_shape(c: Any) -> Any:
    count = shape_rules.require_rank(c.shapes[1], 2)[0]
    source = c.shapes[0] if count is None else shape_rules.require_rank(c.shapes[0], count)
    paddings = c.constant(1)
    if source is None or paddings is None:
        return (source and (None,) * len(source),)
    if (paddings < 0).any():
        raise ValueError("Paddings must be non-negative")
    widths = paddings.sum(1).tolist()
    return (tuple(None if size is None else size + w for size, w in zip(source, widths)),)


def _pad_gradient(op: Any, grad: Any) -> Any:
    from minigraph.ops import slicing

    source, paddings = op.inputs[0], op.inputs[1]
    before = slicing.slice(paddings, [0, 0], packing.stack([array.rank(source), 1]))
    sliced = slicing.slice(grad, shaping.reshape(before, [-1]), array.shape(source))
    return (sliced, None) if len(op.inputs) == 2 else (sliced, None, None)


def _pad_widths(input: Any, paddings: Any) -> list[tuple[int, int]]:
    if paddings.shape != (np.ndim(input), 2):
        sizes = f"{shapes.format_shape(paddings.shape)} {shapes.format_shape(np.shape(input))}"
        raise refusal(f"The first dimension of paddings must be the rank of inputs{sizes}")
    for low, high in paddings.tolist():
        if low < 0 or high < 0:
            raise refusal(f"Paddings must be non-negative: {low} {high}")
    return paddings.tolist()  # type: ignore[no-any-return]


@op(
    "Pad",
    "input: T, paddings: Tpaddings -> output: T",
    types={"Tpaddings": INDEX_OR_INT32},
    shape=_pad_shape,
    grad=_pad_gradient,
)
def _pad(input: Any, paddings: Any) -> Any:
    return np.pad(input, _pad_widths(input, paddings))


@op(
    "PadV2",
    "input: T, paddings: Tpaddings, constant_values: T -> output: T",
    types={"Tpaddings": INDEX_OR_INT32},
    shape=_pad_shape,
    grad=_pad_gradient,
)
def _pad_v2(input: Any, paddings: Any, constant_values: Any) -> Any:
    return np.pad(input, _pad_widths(input, paddings), constant_values=constant_values)


def pad(
    tensor: Any,
    paddings: Any,
    mode: str = "CONSTANT",
    name: str | None = None,
    constant_values: Any = 0,
) -> Any:
    """`tensor` with `paddings[i]` elements before and after axis i (tf.pad).

    Raises NotImplementedError for the modes REFLECT and SYMMETRIC, ValueError for one unknown.
    """
    mode = mode.upper()
    if mode in ("REFLECT", "SYMMETRIC"):
        raise NotImplementedError("minigraph pads with a constant only: mode='CONSTANT'.")
    if mode != "CONSTANT":
        raise ValueError(
            'Value of argument `mode` expected to be one of "CONSTANT", "REFLECT", or '
            f'"SYMMETRIC". Received `mode` = {mode}'
        )
    if not hasattr(constant_values, "op") and constant_values == 0:
        return _pad(tensor, paddings, name=name)
    return _pad_v2(tensor, paddings, constant_values, name=name)


# Broadcasting


def _broadcast_to_shape(c: Any) -> Any:
    source, wanted = c.shapes[0], c.constant_shape(1)
    if source is None or wanted is None:
        return (wanted,)
    if len(source) > len(wanted):
        raise ValueError(f"Shape must be at most rank {len(wanted)} but is rank {len(source)}")
    return (shapes.broadcast_shapes(source, wanted),)


def _broadcast_to_gradient(op: Any, grad: Any) -> Any:
    from minigraph.ops import reductions

    source, wanted = op.inputs
    shape = array.shape(source, out_type=wanted.dtype)
    _, axes = broadcast_gradient_args(wanted, shape)
    return shaping.reshape(reductions.reduce_sum(grad, axes, keepdims=True), shape), None


@op(
    "BroadcastTo",
    "input: T, shape: Tidx -> output: T",
    types={"Tidx": INDEX_OR_INT32},
    shape=_broadcast_to_shape,
    grad=_broadcast_to_gradient,
)
def _broadcast_to(input: Any, shape: Any) -> Any:
    if np.ndim(input) > len(shape):
        raise refusal(
            f"Rank of input ({np.ndim(input)}) must be no greater than rank of output shape "
            f"({len(shape)})."
        )
    try:
        return np.broadcast_to(input, shape.tolist()).copy()
    except ValueError:
        sizes = shapes.format_shape(np.shape(input)), shapes.format_shape(shape.tolist())
        raise refusal(f"Incompatible shapes: {sizes[0]} vs. {sizes[1]}") from None


def broadcast_to(input: Any, shape: Any, name: str | None = None) -> Any:
    """`input` repeated along axes of size one to have `shape` (tf.broadcast_to)."""
    return _broadcast_to(input, shape, name=name)


@op(
    "BroadcastGradientArgs",
    "s0: T, s1: T -> r0: T, r1: T",
    types={"T": INDEX_OR_INT32},
    shape=lambda c: ((None,), (None,)),
)
def broadcast_gradient_args(s0: Any, s1: Any) -> Any:
    """The axes over which the gradients of two broadcast inputs are summed."""
    if np.array_equal(s0, s1):
        return [np.zeros(0, s0.dtype)] * 2
    rank = max(len(s0), len(s1))
    padded = [np.concatenate([np.ones(rank - len(s), s.dtype), s]) for s in (s0, s1)]
    both_one = (padded[0] == 1) & (padded[1] == 1)
    return [
        np.flatnonzero((padded[i] == 1) & ((padded[1 - i] != 1) | both_one)).astype(s0.dtype)
        for i in (0, 1)
    ]


# Splitting and reversing


def _split_axis(c: Any, index: int, rank: int) -> int | None:
    """The axis that an input says, counted from the front; ValueError for one out of range."""
    axis = c.constant(index)
    if axis is None:
        return None
    if not -rank <= axis < rank:
        raise ValueError(
            f"Dimension size, given by scalar input {axis} must be in range [-{rank}, {rank})"
        )
    return int(axis) % rank


def _split_shape(c: Any) -> Any:
    source, count = c.shapes[1], c.attrs["num_split"]
    if source is None:
        return (None,) * count
    axis = _split_axis(c, 0, len(source))
    if axis is None:
        return ((None,) * len(source),) * count
    size = source[axis]
    if size is not None and size % count:
        raise ValueError(
            f"Dimension size must be evenly divisible by {count} but is {size}\n\tNumber of ways "
            "to split should evenly divide the split dimension"
        )
    part = None if size is None else size // count
    return ((*source[:axis], part, *source[axis + 1 :]),) * count


@op(
    "Split",
    "split_dim: int32, value: T -> output: num_split*T",
    shape=_split_shape,
    grad=lambda op, *grads: (None, shaping.concat(list(grads), op.inputs[0])),
    minimum={"num_split": 1},
    view=True,
)
def _split(split_dim: Any, value: Any, *, num_split: int) -> Any:
    axis, shape = int(split_dim), np.shape(value)
    rank = len(shape)
    if not -rank <= axis < rank:
        raise refusal(f"-input rank(-{rank}) <= split_dim < input rank ({rank}), but got {axis}")
    if shape[axis] % num_split:
        raise refusal(
            f"Number of ways to split should evenly divide the split dimension, but got split_dim "
            f"{axis} (size = {shape[axis]}) and num_split {num_split}"
        )
    return np.split(value, num_split, axis)


def _split_v_shape(c: Any) -> Any:
    source, sizes, count = c.shapes[0], c.constant(1), c.attrs["num_split"]
    if source is None:
        return (None,) * count
    axis = _split_axis(c, 2, len(source))
    if axis is None:
        return ((None,) * len(source),) * count
    parts: list[int | None] = [None] * count
    if sizes is not None:
        parts = [None if size < 0 else size for size in sizes.tolist()]
        if parts.count(None) > 1:
            raise ValueError("size_splits can only have one -1")
        total, known = source[axis], sum(size for size in parts if size is not None)
        if total is not None and (known > total or (None not in parts and known != total)):
            wanted = ",".join(map(str, sizes))
            raise ValueError(f"can't split axis of size {total} into pieces of size [{wanted}]")
        if total is not None:
            parts = [total - known if size is None else size for size in parts]
    return [(*source[:axis], size, *source[axis + 1 :]) for size in parts]


@op(
    "SplitV",
    "value: T, size_splits: Tlen, split_dim: int32 -> output: num_split*T",
    types={"Tlen": TypeAttr((dtypes.int8, *INDEX), dtypes.int64)},
    shape=_split_v_shape,
    grad=lambda op, *grads: (shaping.concat(list(grads), op.inputs[2]), None, None),
    minimum={"num_split": 1},
    view=True,
)
def _split_v(value: Any, size_splits: Any, split_dim: Any, *, num_split: int) -> Any:
    axis, sizes = int(split_dim), size_splits.astype(np.int64)
    total, unknown = np.shape(value)[axis], sizes == -1
    if unknown.sum() > 1:
        raise refusal("There can only be one -1 in the input.")
    sizes = np.where(unknown, total - sizes.sum() - 1, sizes)
    if sizes.sum() != total or sizes.min() < 0:
        raise refusal(
            "Determined shape must either match input shape along split_dim exactly if fully "
            "specified, or be less than the size of the input along split_dim if not fully "
            f"specified.  Got: {size_splits.sum() + unknown.sum()}"
        )
    return np.split(value, np.cumsum(sizes)[:-1], axis)


def split(
    value: Any, num_or_size_splits: Any, axis: Any = 0, num: int | None = None, name: str = "split"
) -> Any:
    """`value` in equal parts (an int) or in parts of given sizes (tf.split).

    Raises ValueError where the number of parts is not known.
    """
    if isinstance(num_or_size_splits, (int, np.integer)):
        return _split(axis, value, num_split=int(num_or_size_splits), name=name)
    sizes = convert_to_tensor(num_or_size_splits)
    if sizes._shape == ():
        raise ValueError(
            "Rank-0 tensors are not supported as the num_or_size_splits argument to split. "
            f"Argument provided: {num_or_size_splits}"
        )
    if num is None:
        num = sizes._shape[0] if sizes._shape else None
        if num is None:
            raise ValueError(f"Cannot infer argument `num` from shape {num_or_size_splits}")
    return _split_v(value, sizes, axis, num_split=num, name=name)


_REVERSE_TYPES = tuple(
    map(
        dtypes.as_dtype,
        "uint8 int8 uint16 int16 int32 uint32 int64 uint64 bool bfloat16 half float double "
        "complex64 complex128 string".split(),
    )
)


def _reversed_axes(axes: Any, rank: int) -> tuple[int, ...]:
    found: list[int] = []
    for index, axis in enumerate(axes.tolist()):
        if not -rank <= axis < rank:
            raise ValueError(f"'axis'[{index}] = {axis} is out of valid range [0, {rank - 1}")
        if axis % rank in found:
            raise ValueError(f"axis {axis % rank} specified more than once.")
        found.append(axis % rank)
    return tuple(found)


def _reverse_shape(c: Any) -> Any:
    shape_rules.require_rank(c.shapes[1], 1)
    axes = c.constant(1)
    if c.shapes[0] is not None and axes is not None:
        _reversed_axes(axes, len(c.shapes[0]))
    return (c.shapes[0],)


@op(
    "ReverseV2",
    "tensor: T, axis: Tidx -> output: T",
    types={"Tidx": INDEX_OR_INT32, "T": _REVERSE_TYPES},
    shape=_reverse_shape,
    grad=lambda op, grad: (reverse(grad, op.inputs[1]), None),
    view=True,
)
def _reverse(tensor: Any, axis: Any) -> Any:
    return np.flip(tensor, _reversed_axes(axis, np.ndim(tensor)))


def reverse(tensor: Any, axis: Any, name: str | None = None) -> Any:
    """`tensor` with the order along the given axes reversed (tf.reverse)."""
    return _reverse(tensor, axis, name=name)


def meshgrid(*args: Any, indexing: str = "xy", name: str = "meshgrid") -> Any:
    """Coordinate grids of one-dimensional tensors (tf.meshgrid)."""
    if indexing not in ("xy", "ij"):
        raise ValueError(
            f"Argument `indexing` parameter must be either 'xy' or 'ij', got '{indexing}'"
        )
    forms = [[-1 if i == axis else 1 for i in range(len(args))] for axis in range(len(args))]
    sizes = [array.size(value) for value in args]
    if indexing == "xy" and len(args) > 1:
        forms[:2], sizes[:2] = forms[1::-1], sizes[1::-1]
    grids = [shaping.reshape(packing.stack(v), s) for v, s in zip(args, forms, strict=True)]
    full = array.fill(packing.stack(sizes), array.ones((), grids[0].dtype) if grids else 1)
    return [grid * full for grid in grids]
