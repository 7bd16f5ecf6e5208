"""Ops that repeat, pad, broadcast, split or reverse along axes."""

from __future__ import annotations

from typing import Any

import numpy as np

from minigraph import dtypes, errors, shapes
from minigraph.convert import convert_to_tensor
from minigraph.opdef import TypeAttr
from minigraph.ops import array, shape_rules, shaping
from minigraph.ops.array import INDEX, INDEX_OR_INT32
from minigraph.registry import op


def _tile_shape(c: Any) -> Any:
    source, counts = c.shapes[0], c.constant_shape(1)
    if source is None:
        return (None if counts is None else (None,) * len(counts),)
    if counts is None:
        return ((None,) * len(source),)
    if len(source) != len(counts):
        raise ValueError(f"Shape must be rank {len(counts)} but is rank {len(source)}")
    return (tuple(None if a is None or b is None else a * b for a, b in zip(source, counts)),)


def _tile_gradient(op: Any, grad: Any) -> Any:
    from minigraph.ops import reductions, sequences

    source, counts = op.inputs
    shape = array.shape(source, out_type=counts.dtype)
    split = shaping.reshape(shaping.transpose(shaping.stack([counts, shape])), [-1])
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
    if len(multiples) != np.ndim(input):
        raise errors.InvalidArgumentError(
            None,
            None,
            f"Expected multiples argument to be a vector of length {np.ndim(input)} but got "
            f"length {len(multiples)}",
        )
    if np.size(input) == 1 and np.ndim(input):
        result = np.empty(multiples.tolist(), input.dtype)
        result.fill(input.ravel()[0])
        return result
    return np.tile(input, multiples)


def tile(input: Any, multiples: Any, name: str | None = None) -> Any:
    """`input` repeated `multiples[i]` times along axis i (tf.tile)."""
    return _tile(input, multiples, name=name)


# Padding


def _pad_shape(c: Any) -> Any:
    source, paddings = c.shapes[0], c.constant(1)
    rows = c.shapes[1]
    if paddings is None:
        count = len(source) if source is not None else (rows[0] if rows else None)
        return (None if count is None else (None,) * count,)
    if source is None:
        return ((None,) * len(paddings),)
    if len(source) != len(paddings):
        raise ValueError(f"Shape must be rank {len(paddings)} but is rank {len(source)}")
    return (
        tuple(
            None if size is None else size + int(low) + int(high)
            for size, (low, high) in zip(source, paddings.tolist())
        ),
    )


def _pad_gradient(op: Any, grad: Any) -> Any:
    from minigraph.ops import slicing

    source, paddings = op.inputs[0], op.inputs[1]
    before = slicing.slice(paddings, [0, 0], shaping.stack([array.rank(source), 1]))
    sliced = slicing.slice(grad, shaping.reshape(before, [-1]), array.shape(source))
    return (sliced, None) if len(op.inputs) == 2 else (sliced, None, None)


def _pad_widths(paddings: Any) -> list[tuple[int, int]]:
    if np.any(paddings < 0):
        raise errors.InvalidArgumentError(None, None, "Paddings must be non-negative")
    return [(int(low), int(high)) for low, high in paddings]


@op(
    "Pad",
    "input: T, paddings: Tpaddings -> output: T",
    types={"Tpaddings": INDEX_OR_INT32},
    shape=_pad_shape,
    grad=_pad_gradient,
)
def _pad(input: Any, paddings: Any) -> Any:
    return np.pad(input, _pad_widths(paddings))


@op(
    "PadV2",
    "input: T, paddings: Tpaddings, constant_values: T -> output: T",
    types={"Tpaddings": INDEX_OR_INT32},
    shape=_pad_shape,
    grad=_pad_gradient,
)
def _pad_v2(input: Any, paddings: Any, constant_values: Any) -> Any:
    return np.pad(input, _pad_widths(paddings), constant_values=constant_values)


@op(
    "MirrorPad",
    "input: T, paddings: Tpaddings -> output: T",
    types={"Tpaddings": INDEX_OR_INT32, "mode": (b"REFLECT", b"SYMMETRIC")},
    shape=_pad_shape,
)
def _mirror_pad(input: Any, paddings: Any, *, mode: bytes) -> Any:
    kind: Any = "reflect" if mode == b"REFLECT" else "symmetric"
    return np.pad(input, _pad_widths(paddings), mode=kind)


def pad(
    tensor: Any,
    paddings: Any,
    mode: str = "CONSTANT",
    name: str | None = None,
    constant_values: Any = 0,
) -> Any:
    """`tensor` with `paddings[i]` elements before and after axis i (tf.pad).

    Raises ValueError for a mode that is not CONSTANT, REFLECT or SYMMETRIC.
    """
    mode = mode.upper()
    if mode == "CONSTANT":
        if not hasattr(constant_values, "op") and constant_values == 0:
            return _pad(tensor, paddings, name=name)
        return _pad_v2(tensor, paddings, constant_values, name=name)
    if mode in ("REFLECT", "SYMMETRIC"):
        return _mirror_pad(tensor, paddings, mode=mode, name=name)
    raise ValueError(
        "Value of argument `mode` expected to be one of 'CONSTANT', 'REFLECT', or 'SYMMETRIC'. "
        f"Received `mode` = {mode}"
    )


# Broadcasting


def _broadcast_to_shape(c: Any) -> Any:
    source, wanted = c.shapes[0], c.constant_shape(1)
    if source is not None and wanted is not None and len(source) > len(wanted):
        raise ValueError(f"Shape must be at most rank {len(wanted)} but is rank {len(source)}")
    if source is not None and wanted is not None:
        shapes.broadcast_shapes(source, wanted)
    return (wanted,)


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
    try:
        return np.broadcast_to(input, tuple(shape)).copy()
    except ValueError:
        raise errors.InvalidArgumentError(
            None,
            None,
            f"Incompatible shapes: {shapes.format_shape(np.shape(input))} vs. "
            f"{shapes.format_shape(tuple(shape.tolist()))}",
        ) from None


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
    rank = max(len(s0), len(s1))
    padded = [np.concatenate([np.ones(rank - len(s), s.dtype), s]) for s in (s0, s1)]
    both_one = (padded[0] == 1) & (padded[1] == 1)
    return [
        np.flatnonzero((padded[i] == 1) & ((padded[1 - i] != 1) | both_one)).astype(s0.dtype)
        for i in (0, 1)
    ]


# Splitting and reversing


def _split_shape(c: Any) -> Any:
    axis, source, count = c.constant(0), c.shapes[1], c.attrs["num_split"]
    if source is None:
        return (None,) * count
    if axis is None:
        return ((None,) * len(source),) * count
    axis = int(axis) % len(source)
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
    axis = int(split_dim)
    if np.shape(value)[axis] % num_split:
        raise errors.InvalidArgumentError(
            None,
            None,
            f"Number of ways to split should evenly divide the split dimension, but got split_dim "
            f"{axis} (size = {np.shape(value)[axis]}) and num_split {num_split}",
        )
    return np.split(value, num_split, axis)


def _split_v_shape(c: Any) -> Any:
    source, sizes, axis = c.shapes[0], c.constant_shape(1), c.constant(2)
    count = c.attrs["num_split"]
    if source is None or axis is None:
        return (None if source is None else (None,) * len(source),) * count
    axis = int(axis) % len(source)
    sizes = sizes or (None,) * count
    if sizes.count(None) == 1 and source[axis] is not None:
        rest = source[axis] - sum(size for size in sizes if size is not None)
        sizes = tuple(rest if size is None else size for size in sizes)
    return [(*source[:axis], size, *source[axis + 1 :]) for size in sizes]


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
    total = np.shape(value)[axis]
    if -1 in sizes:
        sizes = np.where(sizes == -1, total - sizes.sum() - 1, sizes)
    if sizes.sum() != total:
        raise errors.InvalidArgumentError(
            None,
            None,
            "Determined shape must either match input shape along split_dim exactly if fully "
            f"specified, or be less than the size of the input along split_dim if not fully "
            f"specified.  Got: {sizes.sum()}",
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
    dtypes.as_dtype(name)
    for name in [
        "uint8",
        "int8",
        "uint16",
        "int16",
        "int32",
        "uint32",
        "int64",
        "uint64",
        "bool",
        "bfloat16",
        "half",
        "float",
        "double",
        "complex64",
        "complex128",
        "string",
    ]
)


@op(
    "ReverseV2",
    "tensor: T, axis: Tidx -> output: T",
    types={"Tidx": INDEX_OR_INT32, "T": _REVERSE_TYPES},
    shape=shape_rules.same,
    grad=lambda op, grad: (reverse(grad, op.inputs[1]), None),
    view=True,
)
def _reverse(tensor: Any, axis: Any) -> Any:
    return np.flip(tensor, tuple(axis.tolist()))


def reverse(tensor: Any, axis: Any, name: str | None = None) -> Any:
    """`tensor` with the order along the given axes reversed (tf.reverse)."""
    return _reverse(tensor, axis, name=name)


def meshgrid(*args: Any, indexing: str = "xy", name: str = "meshgrid") -> Any:
    """Coordinate grids of one-dimensional tensors (tf.meshgrid)."""
    if indexing not in ("xy", "ij"):
        raise ValueError(
            f"Argument `indexing` parameter must be either 'xy' or 'ij', got '{indexing}'"
        )
    count = len(args)
    grids = []
    for index, value in enumerate(args):
        shape = [1] * count
        shape[index] = -1
        grids.append(shaping.reshape(shaping.stack(value), shape))
    sizes = [array.size(value) for value in args]
    if indexing == "xy" and count > 1:
        first = [1] * count
        first[1] = -1
        second = [1] * count
        second[0] = -1
        grids[0] = shaping.reshape(grids[0], first)
        grids[1] = shaping.reshape(grids[1], second)
        sizes[0], sizes[1] = sizes[1], sizes[0]
    full = array.fill(shaping.stack(sizes), array.ones((), grids[0].dtype) if grids else 1)
    return [grid * full for grid in grids]
