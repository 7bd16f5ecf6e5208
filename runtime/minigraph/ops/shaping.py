"""Ops that rearrange elements: reshape, transpose, add and remove axes, concatenate."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from minigraph import context, dtypes, inference, shapes
from minigraph.convert import constant, convert_to_tensor
from minigraph.ops import array, shape_rules
from minigraph.ops.array import INDEX_OR_INT32
from minigraph.ops.refusal import refusal
from minigraph.registry import op

# Reshape


def _reshape_shape(c: Any) -> Any:
    wanted = c.constant_shape(1)
    total = 0 if 0 in (c.shapes[0] or ()) else shapes.num_elements(c.shapes[0])
    if wanted is None or c.peek(1) is None:
        return (wanted,)
    if total is None:
        _check_divides(c.shapes[0], wanted)
        return (wanted,)
    known = prod(size for size in wanted if size is not None)
    unknown = wanted.count(None)
    if known != total and (known == 0 or unknown == 0):
        raise ValueError(
            f"Cannot reshape a tensor with {total} elements to shape "
            f"{shapes.format_shape(wanted)} ({known} elements)"
        )
    if unknown != 1 or known == 0:
        return (wanted,)
    if total % known:
        raise ValueError(f"Dimension size must be evenly divisible by {known} but is {total}")
    return (tuple(total // known if size is None else size for size in wanted),)


def _check_divides(shape: Any, wanted: Any) -> None:
    """ValueError where the sizes that are known of a shape do not divide those of a known one."""
    divisor = prod(size for size in shape or () if size is not None)
    if None not in wanted and (count := prod(wanted)) % divisor:
        raise ValueError(f"Dimension size must be evenly divisible by {divisor} but is {count}")


def _reshape_gradient(op: Any, grad: Any) -> Any:
    return reshape(grad, array.shape(op.inputs[0])), None


@op(
    "Reshape",
    "tensor: T, shape: Tshape -> output: T",
    types={"Tshape": INDEX_OR_INT32},
    shape=_reshape_shape,
    grad=_reshape_gradient,
    view=True,
    forwards="same shape",
)
def _reshape(tensor: Any, shape: Any) -> Any:
    if isinstance(tensor, bytes):
        tensor = np.array(tensor, object)
    try:
        return tensor.reshape(shape.tolist())
    except ValueError:
        return _reshape_empty_or_refuse(tensor, shape.tolist())


def _reshape_empty_or_refuse(tensor: Any, sizes: list[int]) -> Any:
    total, known = np.size(tensor), prod(size for size in sizes if size >= 0)
    if sizes.count(-1) > 1:
        first, second = [i for i, size in enumerate(sizes) if size == -1][:2]
        raise refusal(f"Only one input size may be -1, not both {first} and {second}")
    if -1 in sizes and 0 in sizes and total == 0:
        # Of no elements, -1 stands for what the sizes other than zero leave.
        rest = prod(size for size in tensor.shape if size) // prod(s for s in sizes if s > 0)
        return tensor.reshape([rest if size == -1 else size for size in sizes])
    requires = "shape requires a multiple of" if -1 in sizes else "shape has"
    raise refusal(
        f"Input to reshape is a tensor with {total} values, but the requested {requires} {known}"
    )


def reshape(tensor: Any, shape: Any, name: str | None = None) -> Any:
    """The elements of `tensor` in another shape; one size may be -1 (tf.reshape)."""
    return _reshape(tensor, shape, name=name)


# Transpose


def _transpose_shape(c: Any) -> Any:
    source, perm = c.shapes[0], c.constant(1)
    count = shapes.num_elements(c.shapes[1])
    rank = count if source is None else len(source)
    if rank is None or (source is None and rank < 2):
        return (None,)
    if count not in (None, rank):
        raise ValueError(f"Dimension must be {rank} but is {count}")
    order = [] if perm is None else perm.tolist()
    for axis in order:
        if not -rank < axis < rank:
            raise ValueError(f"perm dim {axis} is out of range of input rank {rank}")
    if source is None or perm is None:
        return ((None,) * rank,)
    return (tuple(source[axis] for axis in order),)


def _transpose_gradient(op: Any, grad: Any) -> Any:
    return transpose(grad, invert_permutation(op.inputs[1])), None


@op(
    "Transpose",
    "x: T, perm: Tperm -> y: T",
    types={"Tperm": INDEX_OR_INT32},
    shape=_transpose_shape,
    grad=_transpose_gradient,
    view=True,
)
def _transpose(x: Any, perm: Any) -> Any:
    order, rank = perm.tolist(), np.ndim(x)
    try:
        return np.transpose(x, order)
    except ValueError:
        count = len(order)
    if count != rank:
        raise refusal(
            f"transpose expects a vector of size {rank}. But input(1) is a vector of size {count}"
        )
    order = [axis + rank if axis < 0 else axis for axis in order]
    for axis in order:
        if not 0 <= axis < rank:
            raise refusal(f"{axis} is out of range [0 .. {rank})")
    missing = next(axis for axis in range(rank) if axis not in order)
    raise refusal(f"{missing} is missing from {{{','.join(map(str, order))}}}.")


def transpose(a: Any, perm: Any = None, name: str = "transpose", conjugate: bool = False) -> Any:
    """`a` with its axes in the order `perm`, reversed where it is None (tf.transpose)."""
    with context.get_default_graph().name_scope(name) as scope:
        tensor = convert_to_tensor(a, name="a")
        if perm is not None:
            result = _transpose(tensor, perm, name=scope)
        elif tensor._shape is not None:
            order = np.arange(len(tensor._shape) - 1, -1, -1, dtype=np.int32)
            result = _transpose(tensor, convert_to_tensor(order, name="perm"), name=scope)
        else:
            from minigraph.ops import sequences

            rank = array.rank(tensor)
            result = _transpose(tensor, (rank - 1) - sequences.range(0, rank, 1), name=scope)
        if conjugate and tensor.dtype.is_complex:
            from minigraph.ops import complex_numbers

            return complex_numbers.conj(result)
        return result


@op(
    "InvertPermutation",
    "x: T -> y: T",
    types={"T": INDEX_OR_INT32},
    shape=lambda c: (shape_rules.require_rank(c.shapes[0], 1),),
)
def invert_permutation(x: Any) -> Any:
    """The permutation that undoes `x` (tf.invert_permutation)."""
    if np.ndim(x) != 1:
        raise refusal("invert_permutation expects a 1D vector.")
    result = np.full_like(x, -1)
    for place, axis in enumerate(x.tolist()):
        if not 0 <= axis < len(x):
            raise refusal(f"{axis} is not between 0 and {len(x)}")
        if result[axis] != -1:
            raise refusal(f"{axis} is duplicated in the input.")
        result[axis] = place
    return result


# Adding and removing axes of size one


def _expand_dims_shape(c: Any) -> Any:
    source, axis = c.shapes[0], c.constant(1)
    if source is None or axis is None:
        return (None,)
    place, rank = int(axis.ravel()[0]), len(source)
    if not -1 - rank <= place <= rank:
        raise ValueError(f"dim {place} not in the interval [{-1 - rank}, {rank}].")
    place %= rank + 1
    return ((*source[:place], 1, *source[place:]),)


@op(
    "ExpandDims",
    "input: T, dim: Tdim -> output: T",
    types={"Tdim": INDEX_OR_INT32},
    shape=_expand_dims_shape,
    grad=_reshape_gradient,
    view=True,
)
def _expand_dims(input: Any, dim: Any) -> Any:
    axis, shape = int(dim if dim.ndim == 0 else dim.ravel()[0]), np.shape(input)
    if not -1 - len(shape) <= axis <= len(shape):
        raise refusal(f"Tried to expand dim index {axis} for tensor with {len(shape)} dimensions.")
    if isinstance(input, bytes):
        input = np.array(input, object)
    place = axis % (len(shape) + 1)
    return input.reshape((*shape[:place], 1, *shape[place:]))


def expand_dims(input: Any, axis: Any = None, name: str | None = None, dim: Any = None) -> Any:
    """`input` with an axis of size one at `axis` (tf.expand_dims)."""
    axis = _either(axis, dim, "axis", "dim")
    if axis is None:
        raise ValueError("Must specify an axis argument to tf.expand_dims()")
    return _expand_dims(input, axis, name=name)


def _either(new: Any, old: Any, new_name: str, old_name: str) -> Any:
    """The argument under its name or its deprecated name; ValueError for both."""
    if new is not None and old is not None:
        raise ValueError(f"Cannot specify both '{new_name}' and '{old_name}'.")
    return old if new is None else new


def _squeeze_shape(c: Any) -> Any:
    source, dims = c.shapes[0], c.attrs["squeeze_dims"]
    if source is None:
        return (None,)
    if not dims:
        return (None if None in source else tuple(size for size in source if size != 1),)
    rank = len(source)
    for index, axis in enumerate(dims):
        if not -rank <= axis < rank:
            raise ValueError(f"squeeze_dims[{index}] not in [{-rank},{rank}).")
    axes = {axis % rank for axis in dims}
    for axis in axes:
        if source[axis] not in (1, None):
            raise ValueError(_NOT_ONE.format(axis, source[axis]))
    return (tuple(size for axis, size in enumerate(source) if axis not in axes),)


_NOT_ONE = "Can not squeeze dim[{}], expected a dimension of 1, got {}"


@op(
    "Squeeze",
    "input: T -> output: T",
    shape=_squeeze_shape,
    grad=lambda op, grad: reshape(grad, array.shape(op.inputs[0])),
    view=True,
)
def _squeeze(input: Any, *, squeeze_dims: list[int] = []) -> Any:  # noqa: B006
    shape = np.shape(input)
    for axis in squeeze_dims:
        if not -len(shape) <= axis < len(shape):
            raise refusal(
                f"Tried to squeeze dim index {axis} for tensor with {len(shape)} dimensions."
            )
        if shape[axis] != 1:
            raise refusal(_NOT_ONE.format(axis % len(shape), shape[axis]))
    return np.squeeze(input, tuple(squeeze_dims) or None)


def squeeze(input: Any, axis: Any = None, name: str | None = None, squeeze_dims: Any = None) -> Any:
    """`input` without its axes of size one, or without those in `axis` (tf.squeeze)."""
    axis = _either(axis, squeeze_dims, "axis", "squeeze_dims")
    if axis is None:
        axis = []
    elif np.isscalar(axis):
        axis = [axis]
    return _squeeze(input, squeeze_dims=list(axis), name=name)


# Joining and splitting


def _concat_shape(c: Any) -> Any:
    parts = [shape for shape in c.shapes[:-1] if shape is not None]
    if not parts:
        return (None,)
    rank = len(parts[0])
    if rank == 0:
        raise ValueError("Can't concatenate scalars (use tf.stack instead)")
    for shape in parts:
        shape_rules.require_rank(shape, rank)
    axis = c.constant(len(c.shapes) - 1)
    if axis is None:
        return ((None,) * rank,)
    place = int(axis)
    shape_rules.require_rank_at_least(parts[0], place + 1 if place >= 0 else -place)
    place %= rank
    rest: Any = (None,) * (rank - 1)
    for shape in parts:
        rest = shapes.merge(rest, (*shape[:place], *shape[place + 1 :]))
    sizes = [shape[place] for shape in parts]
    known = len(parts) == len(c.shapes) - 1 and None not in sizes
    return ((*rest[:place], sum(sizes) if known else None, *rest[place:]),)


def _concat_partial(op: Any) -> Any:
    parts: list[Any] = [inference.constant_as_shape(tensor) for tensor in op.inputs[:-1]]
    return None if None in parts else [size for part in parts for size in part]


def _flow(tensor: Any) -> Any:
    return tensor.op._get_control_flow_context()


def _shapes_of(parts: Sequence[Any]) -> Any:
    sizes = []
    for part in parts:
        sizes.append(array.shape(part))
        if sizes[-1].op.type != "Const":
            return array.shape_n(list(parts))
    return sizes


def _concat_gradient(op: Any, grad: Any) -> Any:
    from minigraph.ops import slicing

    parts, axis = op.inputs[:-1], op.inputs[-1]
    if hasattr(grad, "indices"):
        grad = convert_to_tensor(grad)
    if axis.op.type == "Const" and _flow(axis) is not _flow(grad):
        axis = constant(axis.op.attrs["value"], axis.dtype)  # no stack in a loop for a constant
    position = axis % array.rank(parts[0])
    sizes = _shapes_of(parts)
    offsets = concat_offset(position, sizes)
    return [slicing.slice(grad, o, s) for o, s in zip(offsets, sizes, strict=True)] + [None]


@op(
    "ConcatV2",
    "values: N*T, axis: Tidx -> output: T",
    types={"Tidx": INDEX_OR_INT32},
    minimum={"N": 2},
    shape=_concat_shape,
    grad=_concat_gradient,
    partial=_concat_partial,
)
def _concat_v2(*values: Any) -> Any:
    parts, axis = values[:-1], int(values[-1])
    try:
        return np.concatenate(parts, axis)
    except ValueError:
        shape, *others = [np.shape(part) for part in parts]
    rank = len(shape)
    if rank == 0:
        raise refusal("ConcatOp : Can't concatenate scalars (use tf.stack instead)")
    if not -rank <= axis < rank:
        raise refusal(
            f"ConcatOp : Expected concatenating dimensions in the range [{-rank}, {rank}), but "
            f"got {axis}"
        )
    axis %= rank
    rest = (*shape[:axis], *shape[axis + 1 :])
    index, other = next(
        (index, other)
        for index, other in enumerate(others, 1)
        if len(other) != rank or (*other[:axis], *other[axis + 1 :]) != rest
    )
    pair = f"{shapes.format_shape(shape)} vs. shape[{index}] = {shapes.format_shape(other)}"
    if len(other) != rank:
        raise refusal(f"ConcatOp : Ranks of all input tensors should match: shape[0] = {pair}")
    place = next(i for i in range(rank) if i != axis and other[i] != shape[i])
    raise refusal(f"ConcatOp : Dimension {place} in both shapes must be equal: shape[0] = {pair}")


def concat(values: Any, axis: Any, name: str = "concat") -> Any:
    """Joins tensors along an axis that they have (tf.concat)."""
    if not isinstance(values, (list, tuple)):
        values = [values]
    if len(values) == 1:
        with context.get_default_graph().name_scope(name):
            convert_to_tensor(axis, dtypes.int32, "concat_dim")
            return array.identity(values[0], name=name)
    return _concat_v2(values, axis, name=name)


@op(
    "ConcatOffset",
    "concat_dim: int32, shape: N*shape_type -> offset: N*shape_type",
    types={"shape_type": INDEX_OR_INT32},
    minimum={"N": 2},
    shape=lambda c: c.shapes[1:],
)
def concat_offset(concat_dim: Any, *shape: Any) -> Any:
    """Where each part starts in a concatenation."""
    axis, offset, result = int(concat_dim), 0, []
    for sizes in shape:
        place = np.zeros_like(sizes)
        place[axis] = offset
        offset += sizes[axis]
        result.append(place)
    return result
