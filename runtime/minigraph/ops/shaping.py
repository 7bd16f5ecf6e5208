"""Ops that rearrange elements: reshape, transpose, join, split, repeat, pad."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from minigraph import context, convert, dtypes, errors, inference, shapes
from minigraph.convert import convert_to_tensor
from minigraph.opdef import TypeAttr
from minigraph.ops import array, shape_rules
from minigraph.ops.array import INDEX_OR_INT32
from minigraph.registry import op
from minigraph.tensor import Tensor

# Reshape


def _reshape_shape(c: Any) -> Any:
    source, wanted = c.shapes[0], c.constant_shape(1)
    if wanted is None:
        return (None,)
    total = shapes.num_elements(source)
    constant = c.peek(1)
    unknown = wanted.count(None)
    if constant is None or total is None:
        return (_reshape_by_known_factors(source, wanted) if constant is not None else wanted,)
    known = prod(size for size in wanted if size is not None)
    if unknown == 0:
        if known != total:
            raise ValueError(
                f"Cannot reshape a tensor with {total} elements to shape "
                f"{shapes.format_shape(wanted)} ({known} elements)"
            )
        return (wanted,)
    if unknown > 1:
        return (wanted,)
    if known == 0 or total % known:
        raise ValueError(f"Dimension size must be evenly divisible by {known} but is {total}")
    return (tuple(total // known if size is None else size for size in wanted),)


def _reshape_by_known_factors(source: Any, wanted: Any) -> Any:
    return wanted


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
    sizes = tuple(shape.tolist())
    if isinstance(tensor, bytes):
        tensor = np.array(tensor, object)
    try:
        return tensor.reshape(sizes)
    except ValueError:
        total = np.size(tensor)
    known = prod(size for size in sizes if size >= 0)
    if -1 in sizes:
        raise errors.InvalidArgumentError(
            None,
            None,
            f"Input to reshape is a tensor with {total} values, but the requested shape requires "
            f"a multiple of {known}",
        )
    raise errors.InvalidArgumentError(
        None,
        None,
        f"Input to reshape is a tensor with {total} values, but the requested shape has {known}",
    )


def reshape(tensor: Any, shape: Any, name: str | None = None) -> Any:
    """The elements of `tensor` in another shape; one size may be -1 (tf.reshape)."""
    return _reshape(tensor, shape, name=name)


# Transpose


def _transpose_shape(c: Any) -> Any:
    source, perm = c.shapes[0], c.constant(1)
    if perm is None:
        count = c.shapes[1][0] if c.shapes[1] else None
        rank = len(source) if source is not None else count
        return (None if rank is None else (None,) * rank,)
    if source is None:
        return ((None,) * len(perm),)
    if len(source) != len(perm):
        raise ValueError(f"Dimension must be {len(source)} but is {len(perm)}")
    return (tuple(source[axis] for axis in perm.tolist()),)


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
    return np.transpose(x, perm.tolist())


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


def _invert(x: Any) -> Any:
    result = np.empty_like(x)
    result[x] = np.arange(len(x), dtype=x.dtype)
    return result


@op(
    "InvertPermutation",
    "x: T -> y: T",
    types={"T": INDEX_OR_INT32},
    shape=lambda c: (shape_rules.require_rank(c.shapes[0], 1),),
)
def invert_permutation(x: Any) -> Any:
    """The permutation that undoes `x` (tf.invert_permutation)."""
    return _invert(x)


# Adding and removing axes of size one


def _expand_dims_shape(c: Any) -> Any:
    source, axis = c.shapes[0], c.constant(1)
    if source is None:
        return (None,)
    if axis is None:
        return ((None,) * (len(source) + 1),)
    position = int(np.asarray(axis).ravel()[0])
    if not -1 - len(source) <= position <= len(source):
        low, high = -1 - len(source), len(source)
        raise ValueError(f"dim {position} not in the interval [{low}, {high}].")
    position += len(source) + 1 if position < 0 else 0
    return ((*source[:position], 1, *source[position:]),)


@op(
    "ExpandDims",
    "input: T, dim: Tdim -> output: T",
    types={"Tdim": INDEX_OR_INT32},
    shape=_expand_dims_shape,
    grad=_reshape_gradient,
    view=True,
)
def _expand_dims(input: Any, dim: Any) -> Any:
    axis, rank = int(np.asarray(dim).ravel()[0]), np.ndim(input)
    if not -1 - rank <= axis <= rank:
        raise errors.InvalidArgumentError(
            None,
            None,
            f"Tried to expand dim index {axis} for tensor with {rank} dimensions.",
        )
    place = axis if axis >= 0 else axis + rank + 1
    shape = np.shape(input)
    return np.reshape(input, (*shape[:place], 1, *shape[place:]))


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
    axes = set()
    for axis in dims:
        if not -len(source) <= axis < len(source):
            raise ValueError(f"Trying to squeeze dimension not in [-{len(source)},{len(source)}).")
        axes.add(axis % len(source))
    for axis in axes:
        if source[axis] not in (1, None):
            raise ValueError(
                f"Can not squeeze dim[{axis}], expected a dimension of 1, got {source[axis]}"
            )
    return (tuple(size for axis, size in enumerate(source) if axis not in axes),)


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
        if shape[axis] != 1:
            raise errors.InvalidArgumentError(
                None,
                None,
                f"Can not squeeze dim[{axis % len(shape)}], expected a dimension of 1, got "
                f"{shape[axis]}",
            )
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


def _joined_shape(parts: list[Any], axis: int | None) -> Any:
    ranks = {len(shape) for shape in parts if shape is not None}
    if not ranks:
        return None
    rank = max(ranks)
    if axis is None:
        return (None,) * rank
    axis += rank if axis < 0 else 0
    result: list[int | None] = [None] * rank
    total: int | None = 0
    for shape in parts:
        sizes = shape_rules.require_rank(shape, rank)
        assert sizes is not None
        size = sizes[axis]
        total = None if total is None or size is None else total + size
        rest = shapes.merge(
            tuple(size for i, size in enumerate(result) if i != axis),
            tuple(size for i, size in enumerate(sizes) if i != axis),
        )
        assert rest is not None
        result = [*rest[:axis], None, *rest[axis:]]
    result[axis] = total
    return tuple(result)


def _concat_shape(c: Any) -> Any:
    parts = c.shapes[:-1]
    rank = next((len(shape) for shape in parts if shape is not None), None)
    if rank == 0:
        raise ValueError("Can't concatenate scalars (use tf.stack instead)")
    for shape in parts:
        if rank is not None and shape is not None:
            shape_rules.require_rank(shape, rank)
    axis = c.constant(len(c.shapes) - 1)
    return (_joined_shape(parts, None if axis is None else int(axis)),)


def _concat_partial(op: Any) -> Any:
    parts: list[Any] = [inference.constant_as_shape(tensor) for tensor in op.inputs[:-1]]
    return None if None in parts else [size for part in parts for size in part]


def _concat_gradient(op: Any, grad: Any) -> Any:
    from minigraph.ops import slicing

    parts, axis = op.inputs[:-1], op.inputs[-1]
    if hasattr(grad, "indices"):
        grad = convert_to_tensor(grad)
    sizes = array.shape_n(list(parts))
    rank = array.rank(parts[0])
    offsets = concat_offset(axis % rank, sizes)
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
        pass
    first = np.shape(parts[0])
    if not -len(first) <= axis < len(first):
        raise errors.InvalidArgumentError(
            None,
            None,
            f"ConcatOp : Expected concatenating dimensions in the range [{-len(first)}, "
            f"{len(first)}), but got {axis}",
        )
    index = next(i for i, part in enumerate(parts) if not _joins(np.shape(part), first, axis))
    kind = "Ranks" if np.ndim(parts[index]) != len(first) else "Dimensions"
    raise errors.InvalidArgumentError(
        None,
        None,
        f"ConcatOp : {kind} of inputs should match: shape[0] = {shapes.format_shape(first)} vs. "
        f"shape[{index}] = {shapes.format_shape(np.shape(parts[index]))}",
    )


def _joins(shape: Any, first: Any, axis: int) -> bool:
    axis %= len(first)
    return len(shape) == len(first) and all(
        a == b for i, (a, b) in enumerate(zip(shape, first, strict=True)) if i != axis
    )


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
def _concat_offset(*values: Any) -> Any:
    axis, offset, result = int(values[0]), 0, []
    for sizes in values[1:]:
        place = np.zeros_like(sizes)
        place[axis] = offset
        offset += sizes[axis]
        result.append(place)
    return result


def concat_offset(concat_dim: Any, shape: Any, name: str | None = None) -> Any:
    """Where each part starts in a concatenation."""
    return _concat_offset(concat_dim, shape, name=name)


def _pack_shape(c: Any) -> Any:
    merged, axis = c.shapes[-1], c.attrs["axis"]
    for index in range(len(c.shapes) - 2, -1, -1):
        try:
            merged = shapes.merge(c.shapes[index], merged)
        except ValueError as error:
            raise ValueError(f"{error}\n\tFrom merging shape {index} with other shapes.") from None
    if merged is None:
        return (None,)
    rank = len(merged) + 1
    if not -rank <= axis < rank:
        raise ValueError(f"Invalid axis: {axis}")
    axis %= rank
    return ((*merged[:axis], len(c.shapes), *merged[axis:]),)


def _pack_partial(op: Any) -> Any:
    if op.attrs["axis"] != 0 or op.inputs[0]._shape != ():
        return None
    values = [inference.constant_value(tensor) for tensor in op.inputs]
    return [None if v is None or int(v) < 0 else int(v) for v in values]


@op(
    "Pack",
    "values: N*T -> output: T",
    shape=_pack_shape,
    grad=lambda op, grad: unstack(grad, num=op.attrs["N"], axis=op.attrs["axis"]),
    partial=_pack_partial,
)
def _pack(*values: Any, axis: int = 0) -> Any:
    try:
        return np.stack(values, axis)
    except ValueError:
        first = np.shape(values[0])
        index = next(i for i, value in enumerate(values) if np.shape(value) != first)
        raise errors.InvalidArgumentError(
            None,
            None,
            f"Shapes of all inputs must match: values[0].shape = {shapes.format_shape(first)} != "
            f"values[{index}].shape = {shapes.format_shape(np.shape(values[index]))}",
        ) from None


def stack(values: Any, axis: int = 0, name: str = "stack") -> Any:
    """Joins tensors along a new axis (tf.stack); a list of plain values becomes a constant."""
    if axis == 0:
        try:
            return convert_to_tensor(values, name=name)
        except (TypeError, ValueError):
            pass
    first = convert_to_tensor(values[0], name=name)._shape
    if first is not None and not -len(first) - 1 <= axis <= len(first):
        limit = len(first) + 1
        raise ValueError(f"Argument `axis` = {axis} not in range [{-limit}, {limit})")
    return _pack(values, axis=axis, name=name)


def _unpack_shape(c: Any) -> Any:
    source, axis, count = c.shapes[0], c.attrs["axis"], c.attrs["num"]
    if source is None:
        return (None,) * count
    axis %= len(source)
    if source[axis] not in (count, None):
        raise ValueError(f"Dimension must be {count} but is {source[axis]}")
    return ((*source[:axis], *source[axis + 1 :]),) * count


@op(
    "Unpack",
    "value: T -> output: num*T",
    shape=_unpack_shape,
    grad=lambda op, *grads: stack(list(grads), axis=op.attrs["axis"]),
    minimum={"num": 0},
    view=True,
)
def _unpack(value: Any, *, num: int, axis: int = 0) -> Any:
    moved = np.moveaxis(value, axis, 0)
    if len(moved) != num:
        raise errors.InvalidArgumentError(
            None,
            None,
            f"Input shape axis {axis} must equal {num}, got shape "
            f"{shapes.format_shape(np.shape(value))}",
        )
    return list(moved)


def unstack(value: Any, num: int | None = None, axis: int = 0, name: str = "unstack") -> Any:
    """The slices of `value` along an axis, as a list (tf.unstack).

    Raises ValueError where the number of slices is neither given nor known.
    """
    if num is None:
        value = convert_to_tensor(value)
        known = value._shape
        if known is not None:
            if not -len(known) <= axis < len(known):
                raise ValueError(
                    f"Argument `axis` = {axis} not in range [{-len(known)}, {len(known)})"
                )
            num = known[axis]
        if num is None:
            raise ValueError(f"Cannot infer argument `num` from shape {value.shape}")
    return _unpack(value, num=num, axis=axis, name=name)


def pack_conversion(
    value: Any, dtype: Any = None, name: str | None = None, as_ref: bool = False
) -> Any:
    """A list that holds tensors, stacked; leaves other lists to the constant conversion."""
    if not convert._holds_tensor(value):
        return NotImplemented
    inferred = _first_dtype(value)
    if dtype is None or dtype.base_dtype is inferred:
        with context.get_default_graph().name_scope(name or "packed") as scope:
            return _pack_nested(value, inferred, scope)
    raise TypeError(f"Cannot convert a list containing a tensor of dtype {inferred!r} to {dtype!r}")


def _first_dtype(value: Any) -> Any:
    if isinstance(value, Tensor):
        return value.dtype.base_dtype
    if isinstance(value, (list, tuple)):
        return next((found for item in value if (found := _first_dtype(item)) is not None), None)
    return None


def _pack_nested(value: Any, dtype: Any, name: str) -> Any:
    parts = [
        _pack_nested(item, dtype, str(index))
        if isinstance(item, (list, tuple))
        else convert_to_tensor(item, dtype, str(index))
        for index, item in enumerate(value)
    ]
    return _pack(parts, name=name)


convert.register_tensor_conversion_function((list, tuple), pack_conversion, 99)
_LENGTH_TYPES = TypeAttr((dtypes.int8, dtypes.int32, dtypes.int64), dtypes.int64)
