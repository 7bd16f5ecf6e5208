"""Biases, norms, moments, dropout and embeddings: what neural networks need besides products."""

from __future__ import annotations

import numbers
from typing import Any

import numpy as np

from minigraph import dtypes, errors, random_seed, shapes
from minigraph.convert import constant, convert_to_tensor
from minigraph.ops import (
    array,
    casting,
    comparison,
    elementwise,
    linalg,
    random,
    reductions,
    repeating,
    shape_rules,
    shaping,
)
from minigraph.ops.naming import op_scope
from minigraph.ops.reductions import lookup
from minigraph.ops.type_lists import HALF_FIRST_FLOATS, NUMBERS
from minigraph.registry import gradient, op

# Biases


def _bias_shape(c: Any) -> Any:
    channels_first = c.attrs["data_format"] == b"NCHW"
    value = shape_rules.require_rank_at_least(c.shapes[0], 3 if channels_first else 2)
    (bias,) = shape_rules.require_rank(c.shapes[1], 1)
    if value is None:
        return (None,)
    axis = 1 if channels_first else len(value) - 1
    size = value[axis]
    if size is not None and bias is not None and size != bias:
        raise ValueError(f"Dimensions must be equal, but are {size} and {bias}")
    return ((*value[:axis], bias if size is None else size, *value[axis + 1 :]),)


@op(
    "BiasAdd",
    "value: T, bias: T -> output: T",
    types={"T": NUMBERS, "data_format": (b"NHWC", b"NCHW")},
    shape=_bias_shape,
)
def _bias_add(value: Any, bias: Any, *, data_format: bytes = b"NHWC") -> Any:
    if value.ndim < 2:
        raise errors.InvalidArgumentError(
            None,
            None,
            f"Input tensor must be at least 2D: {shapes.format_shape(value.shape)}",
        )
    axis = 1 if data_format == b"NCHW" else value.ndim - 1
    if value.shape[axis] != len(bias):
        raise errors.InvalidArgumentError(
            None,
            None,
            "Must provide as many biases as the last dimension of the input tensor: "
            f"{shapes.format_shape(bias.shape)} vs. {shapes.format_shape(value.shape)}",
        )
    if data_format == b"NCHW":
        bias = bias.reshape((-1,) + (1,) * (value.ndim - 2))
    return value + bias


def _bias_grad_shape(c: Any) -> Any:
    channels_first = c.attrs["data_format"] == b"NCHW"
    value = shape_rules.require_rank_at_least(c.shapes[0], 3 if channels_first else 2)
    return ((None if value is None else value[1 if channels_first else -1],),)


@op(
    "BiasAddGrad",
    "out_backprop: T -> output: T",
    types={"T": NUMBERS, "data_format": (b"NHWC", b"NCHW")},
    shape=_bias_grad_shape,
)
def _bias_add_grad(out_backprop: Any, *, data_format: bytes = b"NHWC") -> Any:
    channel = 1 if data_format == b"NCHW" else out_backprop.ndim - 1
    axes = tuple(axis for axis in range(out_backprop.ndim) if axis != channel)
    return np.add.reduce(out_backprop, axis=axes, dtype=out_backprop.dtype)


@gradient("BiasAdd")
def _bias_add_rule(op: Any, grad: Any) -> Any:
    return grad, _bias_add_grad(grad, data_format=op.attrs["data_format"])


@gradient("BiasAddGrad")
def _bias_add_grad_rule(op: Any, grad: Any) -> Any:
    shape, bias_shape = array.shape(op.inputs[0]), array.shape(grad)
    if op.attrs["data_format"] == b"NCHW":
        ones = [array.ones_like(shape[:1]), bias_shape, array.ones_like(shape[2:])]
        repeats = shaping.concat([shape[:1], [1], shape[2:]], 0)
    else:
        ones = [array.ones_like(shape[:-1]), bias_shape]
        repeats = shaping.concat([shape[:-1], [1]], 0)
    return (repeating.tile(shaping.reshape(grad, shaping.concat(ones, 0)), repeats),)


def bias_add(value: Any, bias: Any, data_format: str | None = None, name: str | None = None) -> Any:
    """A vector added along the channels of `value`, its last axis or with "NCHW" its second.

    (tf.nn.bias_add); ValueError where the sizes differ.
    """
    with op_scope(name, "BiasAdd", value, bias) as scope:
        chosen = "NHWC"
        if data_format is not None:
            if data_format.startswith("NC"):
                chosen = "NCHW"
            elif not (data_format.startswith("N") and data_format.endswith("C")):
                raise ValueError(
                    "`data_format` must be of the form `N...C` or `NC...`. "
                    f"Received: data_format={data_format}"
                )
        value = convert_to_tensor(value, name="input")
        bias = convert_to_tensor(bias, value.dtype.base_dtype, name="bias")
        return _bias_add(value, bias, data_format=chosen, name=scope)


def xw_plus_b(x: Any, weights: Any, biases: Any, name: str | None = None) -> Any:
    """The layer matmul(x, weights) + biases (tf.nn.xw_plus_b)."""
    with op_scope(name, "xw_plus_b", x, weights, biases) as scope:
        x = convert_to_tensor(x, name="x")
        weights = convert_to_tensor(weights, name="weights")
        biases = convert_to_tensor(biases, name="biases")
        return bias_add(linalg.matmul(x, weights), biases, name=scope)


# Norms and moments


@op("L2Loss", "t: T -> output: T", types={"T": HALF_FIRST_FLOATS}, shape=shape_rules.scalar)
def _l2_loss(t: Any) -> Any:
    flat = np.ravel(t)
    return np.dot(flat, flat) / flat.dtype.type(2)


@gradient("L2Loss")
def _l2_loss_rule(op: Any, grad: Any) -> Any:
    return (op.inputs[0] * grad,)


def l2_loss(t: Any, name: str | None = None) -> Any:
    """Half the sum of the squares of all elements (tf.nn.l2_loss)."""
    return _l2_loss(t, name=name)


def l2_normalize(
    x: Any, axis: Any = None, epsilon: float = 1e-12, name: str | None = None, dim: Any = None
) -> Any:
    """`x` divided by its Euclidean norm along axes (tf.nn.l2_normalize)."""
    axis = lookup(axis, dim, "axis", "dim")
    with op_scope(name, "l2_normalize", x) as scope:
        x = convert_to_tensor(x, name="x")
        total = reductions.reduce_sum(elementwise.square(x), axis, keepdims=True)
        inverse = elementwise.rsqrt(elementwise.maximum(total, epsilon))
        return elementwise.multiply(x, inverse, name=scope)


def moments(
    x: Any,
    axes: Any,
    shift: Any = None,
    name: str | None = None,
    keep_dims: bool | None = None,
    keepdims: bool | None = None,
) -> tuple[Any, Any]:
    """The mean and the variance over `axes` (tf.nn.moments)."""
    keep = bool(lookup(keepdims, keep_dims, "keepdims", "keep_dims"))
    with op_scope(name, "moments", x, axes):
        dtype = x.dtype.base_dtype
        wide = casting.cast(x, dtypes.float32) if dtype is dtypes.float16 else x
        mean = reductions.reduce_mean(wide, axes, keepdims=True, name="mean")
        distance = elementwise.squared_difference(wide, array.stop_gradient(mean))
        variance = reductions.reduce_mean(distance, axes, keepdims=True, name="variance")
        if not keep:
            mean, variance = shaping.squeeze(mean, axes), shaping.squeeze(variance, axes)
        return casting.cast(mean, dtype), casting.cast(variance, dtype)


def batch_normalization(
    x: Any,
    mean: Any,
    variance: Any,
    offset: Any,
    scale: Any,
    variance_epsilon: Any,
    name: str | None = None,
) -> Any:
    """`x` with this mean and variance taken out, scaled and moved (tf.nn.batch_normalization).

    offset, scale: None for none.
    """
    with op_scope(name, "batchnorm", x, mean, variance, scale, offset):
        inverse = elementwise.rsqrt(variance + variance_epsilon)
        if scale is not None:
            inverse *= scale
        scaled = x * casting.cast(inverse, x.dtype)
        moved = offset - mean * inverse if offset is not None else -mean * inverse
        return scaled + casting.cast(moved, x.dtype)


def zero_fraction(value: Any, name: str | None = None) -> Any:
    """The share of zeros among the elements, float32 (tf.nn.zero_fraction)."""
    with op_scope(name, "zero_fraction", value):
        value = convert_to_tensor(value, name="value")
        size = array.size(value, out_type=dtypes.int64)
        zeros = size - reductions.count_nonzero(value)
        fraction = casting.cast(zeros, dtypes.float32) / casting.cast(size, dtypes.float32)
        return array.identity(fraction, name="fraction")


# Dropout


def dropout(
    x: Any,
    keep_prob: Any = None,
    noise_shape: Any = None,
    seed: Any = None,
    name: str | None = None,
    rate: Any = None,
) -> Any:
    """Each element zero with probability `rate`, else scaled by 1 / (1 - rate) (tf.nn.dropout).

    keep_prob: 1 - rate, the older way to say it; noise_shape: where it is 1, one draw is shared.
    Raises ValueError for a rate outside [0, 1) or elements that are no floats.
    """
    try:
        derived = None if keep_prob is None else 1.0 - keep_prob
    except TypeError:
        raise ValueError(
            f"`keep_prob` must be a floating point number or Tensor. Received: {keep_prob=}"
        ) from None
    rate = lookup(rate, derived, "rate", "keep_prob")
    if rate is None:
        raise ValueError(f"`rate` must be provided. Received: {rate=}")
    with op_scope(name, "dropout", x):
        is_number = isinstance(rate, numbers.Real)
        if is_number and not 0 <= rate < 1:
            raise ValueError(
                "`rate` must be a scalar tensor or a float in the range [0, 1). Received: "
                f"rate={rate}"
            )
        x = convert_to_tensor(x, name="x")
        if not x.dtype.is_floating:
            raise ValueError(
                "`x.dtype` must be a floating point tensor as `x` will be scaled. Received: "
                f"x_dtype={x.dtype}"
            )
        return _dropped(x, rate, is_number, noise_shape, seed)


def _dropped(x: Any, rate: Any, is_number: bool, noise_shape: Any, seed: Any) -> Any:
    dtype = x.dtype.base_dtype
    if is_number and rate == 0:
        random_seed.get_seed(seed)
        return x
    if is_number:
        scaled = elementwise.multiply(x, constant(1 / (1 - rate), dtype))
    else:
        rate.shape.assert_has_rank(0)
        rate = casting.cast(rate, dtype, name="rate")
        kept = elementwise.subtract(constant(1, dtype), rate)
        scaled = elementwise.realdiv(x, kept)
    noise = random.random_uniform(_noise_shape(x, noise_shape), dtype=dtype, seed=seed)
    mask = comparison.greater_equal(noise, rate)
    result = comparison.where_v2(mask, scaled, constant(0, dtype))
    result.set_shape(x.shape)
    return result


def _noise_shape(x: Any, noise_shape: Any) -> Any:
    if noise_shape is None:
        return array.shape(x)
    try:
        wanted = shapes.as_shape(noise_shape)._dims
    except (TypeError, ValueError):
        return noise_shape
    if x._shape is None or wanted is None or len(x._shape) != len(wanted):
        return noise_shape
    return [size if want is None else want for size, want in zip(x._shape, wanted, strict=True)]
