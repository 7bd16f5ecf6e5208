"""Ops that hand tensors on or say something about them: placeholders, identities, shapes, fills."""

from __future__ import annotations

from typing import Any

import numpy as np

from minigraph import arrays, context, dtypes, errors, inference, nest, shapes
from minigraph.convert import constant, convert_to_tensor
from minigraph.dtypes import DType
from minigraph.opdef import Node, Shape, TypeAttr
from minigraph.ops import shape_rules
from minigraph.ops.refusal import refusal
from minigraph.registry import op
from minigraph.tensor import Tensor

INDEX = (dtypes.int32, dtypes.int64)
INDEX_OR_INT32 = TypeAttr(INDEX, dtypes.int32)


@op("NoOp", "->", shape=shape_rules.no_outputs)
def _no_op() -> Any:
    return ()


def no_op(name: str | None = None) -> Any:
    """An operation that does nothing but carry control dependencies (tf.no_op)."""
    return _no_op(name=name)


@op("Placeholder", "-> output: dtype", shape=shape_rules.from_attr("shape"))
def _placeholder(*, dtype: DType, shape: Shape = None, node: Node) -> Any:
    known = f" and shape {shapes.format_shape(shape)}" if shape else ""
    raise refusal(
        f"You must feed a value for placeholder tensor '{node.name}' with dtype "
        f"{dtypes.c_name(dtype)}{known}"
    )


@errors.hinted
def placeholder(dtype: Any, shape: Any = None, name: str | None = None) -> Any:
    """A tensor that every run must feed (tf.compat.v1.placeholder).

    Raises RuntimeError in eager mode.
    """
    if context.executing_eagerly():
        raise RuntimeError("tf.placeholder() is not compatible with eager execution.")
    return _placeholder(dtype=dtype, shape=shape, name=name)


def _default_shape(c: Any) -> Any:
    shapes.merge(c.shapes[0], c.attrs["shape"])
    return (c.attrs["shape"],)


def _pass_gradient(op: Any, grad: Any) -> Any:
    return (grad,)


@op(
    "PlaceholderWithDefault",
    "input: dtype -> output: dtype",
    shape=_default_shape,
    grad=_pass_gradient,
    view=True,
    forwards="always",
)
def _placeholder_with_default(input: Any, *, shape: Shape, node: Node) -> Any:
    # Taking its node, the kernel gives no value to shape inference: a run may feed another.
    return input


def placeholder_with_default(input: Any, shape: Any, name: str | None = None) -> Any:
    """A tensor that a run may feed, with the value `input` where it does not."""
    return _placeholder_with_default(input, shape=shape, name=name)


def _partial_of_input(op: Any) -> Any:
    return inference.constant_as_shape(op.inputs[0])


@op(
    "Identity",
    "input: T -> output: T",
    shape=shape_rules.same,
    grad=_pass_gradient,
    partial=_partial_of_input,
    view=True,
    forwards="always",
)
def _identity(input: Any) -> Any:
    return input


def identity(input: Any, name: str | None = None) -> Tensor:
    """A tensor with the value of `input`, or what is made of several such (tf.identity)."""
    if isinstance(input, nest.CompositeTensor) and hasattr(input, "_components"):
        return nest.map_structure(identity, input, expand_composites=True)  # type: ignore[no-any-return]
    tensor: Tensor = _identity(input, name=name)
    return tensor


@op(
    "IdentityN",
    "input: list(T) -> output: list(T)",
    shape=lambda c: c.shapes,
    grad=lambda op, *grads: grads,
    minimum={"T": 1},
    view=True,
    forwards="always",
)
def _identity_n(*input: Any) -> Any:
    return input


def identity_n(input: Any, name: str | None = None) -> Any:
    """Tensors with the values of `input`, all of which are computed (tf.identity_n)."""
    return _identity_n(input, name=name)


def no_gradient(op: Any, grad: Any) -> Any:
    """The gradient rule of an op of one input that has none."""
    return (None,)


@op(
    "StopGradient",
    "input: T -> output: T",
    shape=shape_rules.same,
    grad=no_gradient,
    view=True,
    forwards="always",
)
def _stop_gradient(input: Any) -> Any:
    return input


def stop_gradient(input: Any, name: str | None = None) -> Any:
    """The value of `input` with no gradient through it (tf.stop_gradient)."""
    return _stop_gradient(input, name=name)


# Shapes as tensors


def _shape_vector(c: Any) -> Any:
    shape = c.shapes[0]
    return ((None if shape is None else len(shape),),)


@op(
    "Shape",
    "input: T -> output: out_type",
    types={"out_type": INDEX_OR_INT32},
    shape=_shape_vector,
    grad=no_gradient,
    partial=lambda op: op.inputs[0]._shape,
    of_shape=True,
)
def _shape(input: Any, *, out_type: DType = dtypes.int32) -> Any:
    return np.array(np.shape(input), out_type._numpy)


def _cast_shape(sparse: Any, out_type: DType) -> Any:
    from minigraph.ops.casting import cast

    return cast(sparse.dense_shape, out_type)


def shape_internal(
    input: Any, name: str | None = None, optimize: bool = True, out_type: DType | None = None
) -> Any:
    """The shape of `input` as a tensor, a constant where it is fully known."""
    own_name = "shape_as_tensor" if out_type is None else None
    out_type = dtypes.int32 if out_type is None else dtypes.as_dtype(out_type)
    scope = context.get_default_graph().name_scope(name or "Shape")
    if context.executing_eagerly():
        return _shape(input, out_type=out_type)
    with scope as scope_name:
        if hasattr(input, "dense_shape") and input.dense_shape is not None:
            return _cast_shape(input, out_type)
        tensor = convert_to_tensor(input, name="input")
        known = tensor._shape
        if optimize and known is not None and None not in known:
            return convert_to_tensor(np.array(known, out_type._numpy), name=own_name or scope_name)
        return _shape(tensor, out_type=out_type, name=scope_name)


def shape(input: Any, name: str | None = None, out_type: Any = None) -> Any:
    """The shape of `input` as a vector of int32 or int64 (tf.shape)."""
    return shape_internal(input, name, True, out_type or dtypes.int32)


@op(
    "ShapeN",
    "input: N*T -> output: N*out_type",
    types={"out_type": INDEX_OR_INT32},
    shape=lambda c: [(None if s is None else len(s),) for s in c.shapes],
    of_shape=True,
)
def _shape_n(*input: Any, out_type: DType = dtypes.int32) -> Any:
    return [np.array(np.shape(value), out_type.as_numpy_dtype) for value in input]


def shape_n(input: Any, out_type: Any = dtypes.int32, name: str | None = None) -> Any:
    """The shapes of several tensors (tf.shape_n)."""
    return _shape_n(input, out_type=out_type, name=name)


@op(
    "Size",
    "input: T -> output: out_type",
    types={"out_type": INDEX_OR_INT32},
    shape=shape_rules.scalar,
    grad=no_gradient,
    of_shape=True,
)
def _size(input: Any, *, out_type: DType = dtypes.int32) -> Any:
    return out_type.as_numpy_dtype(np.size(input))


def size(input: Any, name: str | None = None, out_type: Any = dtypes.int32) -> Any:
    """The number of elements of `input` (tf.size), a constant where the shape is known."""
    out_type = dtypes.as_dtype(out_type or dtypes.int32)
    if context.executing_eagerly():
        return _size(input, out_type=out_type)
    with context.get_default_graph().name_scope(name or "Size") as scope_name:
        if hasattr(input, "dense_shape"):
            from minigraph.ops import reductions

            return reductions.reduce_prod(_cast_shape(input, out_type), 0, name=scope_name)
        tensor = convert_to_tensor(input, name="input")
        count = shapes.num_elements(tensor._shape)
        if count is not None:
            return convert_to_tensor(np.array(count, out_type.as_numpy_dtype), name=scope_name)
        return _size(tensor, out_type=out_type, name=scope_name)


@op("Rank", "input: T -> output: int32", shape=shape_rules.scalar, grad=no_gradient, of_shape=True)
def rank_op(input: Any) -> Any:
    """The number of dimensions of `input`, worked out when it runs."""
    return np.int32(np.ndim(input))


def rank(input: Any, name: str | None = None) -> Any:
    """The number of dimensions of `input` (tf.rank), a constant where it is known."""
    if context.executing_eagerly():
        return rank_op(input)
    with context.get_default_graph().name_scope(name or "Rank") as scope_name:
        if hasattr(input, "dense_shape"):
            return size(input.dense_shape, name=scope_name)
        tensor = convert_to_tensor(input, name="input")
        if tensor._shape is not None:
            return convert_to_tensor(np.int32(len(tensor._shape)), name=scope_name)
        return rank_op(tensor, name=scope_name)


# Fills


def _fill_shape(c: Any) -> Any:
    shape_rules.require_rank(c.shapes[0], 1)
    shape_rules.require_rank(c.shapes[1], 0)
    shape, sizes = c.constant_shape(0), c.peek(0)
    if sizes is not None and (sizes < 0).any():
        raise ValueError("Fill dimensions must be >= 0")
    return (shape,)


def _fill_gradient(op: Any, grad: Any) -> Any:
    from minigraph.ops import reductions

    return None, reductions.reduce_sum(grad)


@op(
    "Fill",
    "dims: index_type, value: T -> output: T",
    types={"index_type": INDEX_OR_INT32},
    shape=_fill_shape,
    grad=_fill_gradient,
)
def _fill(dims: Any, value: Any) -> Any:
    if np.ndim(value):
        raise refusal(
            f"value must represent a scalar, got shape {shapes.format_shape(np.shape(value))}"
        )
    if np.min(dims, initial=0) < 0:
        raise refusal(f"Dimension {dims[dims < 0][0]} must be >= 0")
    return np.full(dims.tolist(), value, np.asarray(value).dtype)


def fill(dims: Any, value: Any, name: str | None = None) -> Any:
    """A tensor of shape `dims` filled with the scalar `value` (tf.fill)."""
    return _fill(dims, value, name=name)


def zero_of(dtype: DType) -> Any:
    """The zero of a dtype: 0, False or empty bytes."""
    if dtype.base_dtype is dtypes.string:
        return np.array(b"", object)
    return np.zeros((), dtype.as_numpy_dtype)


def _filled(value: Any, shape: Any, dtype: Any, name: str | None, default_name: str) -> Any:
    wanted = dtypes.as_dtype(dtype).base_dtype
    one = True if wanted.is_bool else 1
    element = zero_of(wanted) if value == 0 else arrays.to_array(one, wanted)
    graph = context.get_default_graph()
    with graph.name_scope(name or default_name) as scope_name:
        if not isinstance(shape, Tensor):
            known = _static_shape(shape)
            count = None if known is None else shapes.num_elements(known)
            if count == 0:
                return constant(np.zeros(known, element.dtype), name=scope_name)
            if known is not None and (count or 0) < 1000:
                return constant(element, shape=known, name=scope_name)
            if known is not None:
                shape = convert_to_tensor(shapes.from_tuple(known), name="shape_as_tensor")
            elif shapes.are_small_numbers(shape) and not context.executing_eagerly():
                return constant(element, shape=[int(size) for size in shape], name=scope_name)
            else:
                shape = convert_to_tensor(shape, dtypes.int32)
        if shape._shape == ():
            from minigraph.ops import shaping

            shape = shaping.reshape(shape, [-1])
        return fill(shape, convert_to_tensor(element, name="Const"), name=scope_name)


def _static_shape(shape: Any) -> Any:
    """The sizes of a Python shape, or None where a part of it is a tensor or unknown."""
    try:
        known = shapes.as_shape(shape)._dims
    except (TypeError, ValueError):
        return None
    return None if known is None or None in known else known


def zeros(shape: Any, dtype: Any = dtypes.float32, name: str | None = None) -> Any:
    """A tensor of zeros (tf.zeros)."""
    return _filled(0, shape, dtype, name, "zeros")


def ones(shape: Any, dtype: Any = dtypes.float32, name: str | None = None) -> Any:
    """A tensor of ones (tf.ones)."""
    return _filled(1, shape, dtype, name, "ones")


@op("ZerosLike", "x: T -> y: T", shape=shape_rules.same, grad=no_gradient)
def _zeros_like(x: Any) -> Any:
    if hasattr(x, "zeros_like"):
        return x.zeros_like()
    array = np.asarray(x)
    return np.full(array.shape, b"", object) if array.dtype == object else np.zeros_like(array)


_ONES_TYPES = tuple(
    map(
        dtypes.as_dtype,
        "bfloat16 half float double int8 uint8 int16 uint16 int32 uint32 int64 uint64 complex64 "
        "complex128 bool".split(),
    )
)


@op("OnesLike", "x: T -> y: T", types={"T": _ONES_TYPES}, shape=shape_rules.same, grad=no_gradient)
def _ones_like(x: Any) -> Any:
    return np.ones_like(np.asarray(x))


def _like(tensor: Any, dtype: Any, name: str | None, optimize: bool, one: bool) -> Any:
    builder, default_name = (_ones_like, "ones_like") if one else (_zeros_like, "zeros_like")
    make = ones if one else zeros
    with context.get_default_graph().name_scope(name or default_name) as scope_name:
        if hasattr(tensor, "dense_shape"):
            return make(shape_internal(tensor), dtype or tensor.dtype, name=scope_name)
        tensor = convert_to_tensor(tensor, name="tensor")
        wanted = tensor.dtype.base_dtype if dtype is None else dtypes.as_dtype(dtype)
        known = tensor._shape
        if optimize and not one and known is not None and None not in known:
            return make(known, wanted, name=scope_name)
        if wanted is not tensor.dtype.base_dtype or one:
            return make(shape_internal(tensor, optimize=optimize), wanted, name=scope_name)
        return builder(tensor, name=scope_name)


def zeros_like(
    tensor: Any, dtype: Any = None, name: str | None = None, optimize: bool = True
) -> Any:
    """Zeros of the shape (and, unless given, dtype) of `tensor` (tf.zeros_like)."""
    return _like(tensor, dtype, name, optimize, one=False)


def ones_like(
    tensor: Any, dtype: Any = None, name: str | None = None, optimize: bool = True
) -> Any:
    """Ones of the shape (and, unless given, dtype) of `tensor` (tf.ones_like)."""
    return _like(tensor, dtype, name, optimize, one=True)
