"""Reductions over axes: sums, means, extremes, truth; cumulative sums; positions of extremes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from minigraph import context, dtypes, errors, shapes
from minigraph.convert import constant_in, convert_to_tensor
from minigraph.dtypes import DType
from minigraph.opdef import OpDef, TypeAttr, register
from minigraph.ops import arithmetic, array, casting, comparison, elementwise, sequences, shaping
from minigraph.ops.naming import op_scope
from minigraph.ops.type_lists import INDEX, NUMBERS, QUANTIZED_LAST, types
from minigraph.registry import OpBuilder, op

# NumPy's reductions; its stubs do not take a `keepdims` that is a variable.
_add_up: Any = np.add.reduce
_multiply_up: Any = np.multiply.reduce
_largest: Any = np.maximum.reduce
_smallest: Any = np.minimum.reduce
_any_true: Any = np.logical_or.reduce
_all_true: Any = np.logical_and.reduce

_INDICES = TypeAttr(INDEX, dtypes.int32)


def _reduced_shape(c: Any) -> Any:
    source, indices, keep = c.shapes[0], c.shapes[1], c.attrs["keep_dims"]
    if indices is not None and len(indices) > 1:
        raise ValueError(f"Shape must be at most rank 1 but is rank {len(indices)}")
    axes = c.constant(1)
    if source is None:
        return (None,)
    rank = len(source)
    if axes is None:
        return ((None,) * rank if keep else None,)
    reduced = set()
    for axis in np.atleast_1d(axes).tolist():
        if not -rank <= axis < rank:
            raise ValueError(
                f"Invalid reduction dimension {axis} for input with {rank} dimensions."
            )
        reduced.add(axis % rank)
    if keep:
        return (tuple(1 if i in reduced else size for i, size in enumerate(source)),)
    return (tuple(size for i, size in enumerate(source) if i not in reduced),)


def _reduction_error(op: Any, inputs: Sequence[Any], error: Exception) -> str | None:
    rank = np.ndim(inputs[0])
    seen = set()
    for axis in np.atleast_1d(inputs[1]).tolist():
        if not -rank <= axis < rank:
            return f"Invalid reduction dimension ({axis} for input with {rank} dimension(s)"
        if axis % rank in seen:
            return f"Invalid reduction arguments: Axes contains duplicate dimension: {axis % rank}"
        seen.add(axis % rank)
    return None


def _axes(indices: Any) -> tuple[int, ...]:
    return tuple(indices.tolist()) if indices.ndim else (int(indices),)


def _sum(input: Any, reduction_indices: Any, *, keep_dims: bool = False) -> Any:
    return _add_up(input, axis=_axes(reduction_indices), dtype=input.dtype, keepdims=keep_dims)


def _prod(input: Any, reduction_indices: Any, *, keep_dims: bool = False) -> Any:
    return _multiply_up(input, axis=_axes(reduction_indices), dtype=input.dtype, keepdims=keep_dims)


def _mean(input: Any, reduction_indices: Any, *, keep_dims: bool = False) -> Any:
    total = _add_up(input, axis=_axes(reduction_indices), dtype=input.dtype, keepdims=keep_dims)
    count = input.size // (total.size or 1)
    if input.dtype.kind not in "iu":
        return total / input.dtype.type(count)
    # As C divides: towards zero, and an empty mean is zero.
    return (np.sign(total) * (np.abs(total) // max(count, 1))).astype(input.dtype)


def _max(input: Any, reduction_indices: Any, *, keep_dims: bool = False) -> Any:
    axes = _axes(reduction_indices)
    if input.size:
        return _largest(input, axis=axes, keepdims=keep_dims)
    least = -np.inf if input.dtype.kind == "f" else np.iinfo(input.dtype).min
    return _largest(input, axis=axes, keepdims=keep_dims, initial=least)


def _min(input: Any, reduction_indices: Any, *, keep_dims: bool = False) -> Any:
    axes = _axes(reduction_indices)
    if input.size:
        return _smallest(input, axis=axes, keepdims=keep_dims)
    most = np.inf if input.dtype.kind == "f" else np.iinfo(input.dtype).max
    return _smallest(input, axis=axes, keepdims=keep_dims, initial=most)


def _any(input: Any, reduction_indices: Any, *, keep_dims: bool = False) -> Any:
    return _any_true(input, axis=_axes(reduction_indices), keepdims=keep_dims)


def _all(input: Any, reduction_indices: Any, *, keep_dims: bool = False) -> Any:
    return _all_true(input, axis=_axes(reduction_indices), keepdims=keep_dims)


def lookup(new: Any, old: Any, new_name: str, old_name: str) -> Any:
    """The value of an argument that has an old name too; ValueError where both are given."""
    if old is None:
        return new
    if new is not None:
        raise ValueError(f"Cannot specify both '{old_name}' and '{new_name}'.")
    return old


def all_axes(x: Any) -> Any:
    """The axes of `x` as a tensor: a constant where the rank is known and above zero."""
    rank = getattr(getattr(x, "shape", None), "rank", None)
    if rank:
        return constant_in(context.get_default_graph(), np.arange(rank, dtype=np.int32), "Const")
    return sequences.range(0, array.rank(x))


def _reduction(
    name: str, kernel: Any, text: str, allowed: tuple[DType, ...] | None = NUMBERS
) -> Callable[..., Any]:
    """Declares a reduction and returns its public function."""
    dtype = "bool" if allowed is None else "T"
    builder = OpBuilder(
        register(
            OpDef(
                name,
                f"input: {dtype}, reduction_indices: Tidx -> output: {dtype}",
                kernel,
                types={"Tidx": _INDICES} | ({} if allowed is None else {"T": allowed}),
                shape=_reduced_shape,
                explain_error=_reduction_error,
            )
        )
    )

    def function(
        input_tensor: Any,
        axis: Any = None,
        keepdims: bool | None = None,
        name: str | None = None,
        reduction_indices: Any = None,
        keep_dims: bool | None = None,
    ) -> Any:
        axis = lookup(axis, reduction_indices, "axis", "reduction_indices")
        keep = bool(lookup(keepdims, keep_dims, "keepdims", "keep_dims"))
        axes = all_axes(input_tensor) if axis is None else axis
        result = builder(input_tensor, axes, keep_dims=keep, name=name)
        if axis is None and not keep and result._shape is None:
            result.set_shape(())
        return result

    function.__doc__ = f"{text}\n\n    axis: int, list or tensor, None for all axes."
    return function


reduce_sum = _reduction("Sum", _sum, "The sum over axes (tf.reduce_sum).")
reduce_prod = _reduction("Prod", _prod, "The product over axes (tf.reduce_prod).")
reduce_mean = _reduction("Mean", _mean, "The mean over axes (tf.reduce_mean).")
reduce_max = _reduction("Max", _max, "The maximum over axes (tf.reduce_max).", QUANTIZED_LAST)
reduce_min = _reduction("Min", _min, "The minimum over axes (tf.reduce_min).", QUANTIZED_LAST)
reduce_any = _reduction("Any", _any, "Whether any is true over axes (tf.reduce_any).", None)
reduce_all = _reduction("All", _all, "Whether all are true over axes (tf.reduce_all).", None)


def reduce_logsumexp(
    input_tensor: Any,
    axis: Any = None,
    keepdims: bool | None = None,
    name: str | None = None,
    reduction_indices: Any = None,
    keep_dims: bool | None = None,
) -> Any:
    """log(sum(exp(x))) over axes, without overflow (tf.reduce_logsumexp)."""
    axis = lookup(axis, reduction_indices, "axis", "reduction_indices")
    keep = bool(lookup(keepdims, keep_dims, "keepdims", "keep_dims"))
    with op_scope(name, "ReduceLogSumExp", input_tensor) as scope:
        greatest = reduce_max(input_tensor, axis, True)
        finite = elementwise.is_finite(greatest)
        greatest = array.stop_gradient(comparison.where_v2(finite, greatest, 0))
        shifted = elementwise.exp(elementwise.subtract(input_tensor, greatest))
        result = elementwise.log(reduce_sum(shifted, axis, keep))
        if not keep:
            greatest = shaping.reshape(greatest, array.shape_internal(result, optimize=False))
        result = arithmetic.add(result, greatest, name=scope)
        if axis is None and not keep and result._shape is None:
            result.set_shape(())
        return result


def count_nonzero(
    input_tensor: Any = None,
    axis: Any = None,
    keepdims: bool | None = None,
    dtype: Any = dtypes.int64,
    name: str | None = None,
    reduction_indices: Any = None,
    keep_dims: bool | None = None,
    input: Any = None,
) -> Any:
    """How many elements are not zero, over axes (tf.count_nonzero)."""
    keepdims = lookup(keepdims, keep_dims, "keepdims", "keep_dims")
    input_tensor = lookup(input_tensor, input, "input_tensor", "input")
    axis = lookup(axis, reduction_indices, "axis", "reduction_indices")
    with op_scope(name, "count_nonzero", input_tensor):
        input_tensor = convert_to_tensor(input_tensor, name="input")
        if input_tensor.dtype.base_dtype is not dtypes.bool:
            zero = array.zeros([], input_tensor.dtype.base_dtype)
            input_tensor = comparison.not_equal(input_tensor, zero)
        counted = reduce_sum(casting.cast(input_tensor, dtypes.int64), axis, bool(keepdims))
        return casting.cast(counted, dtype)


def reduce_variance(
    input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None
) -> Any:
    """The variance over axes (tf.math.reduce_variance); TypeError for integers."""
    with op_scope(name, "reduce_variance", input_tensor):
        input_tensor = convert_to_tensor(input_tensor)
        mean = reduce_mean(input_tensor, axis, True)
        if mean.dtype.is_integer:
            raise TypeError(
                f"Input must be either real or complex. Received integer type {mean.dtype}."
            )
        return reduce_mean(elementwise.square(input_tensor - mean), axis, keepdims)


def reduce_std(
    input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None
) -> Any:
    """The standard deviation over axes (tf.math.reduce_std); TypeError for integers."""
    with op_scope(name, "reduce_std", input_tensor):
        input_tensor = convert_to_tensor(input_tensor)
        return elementwise.sqrt(reduce_variance(input_tensor, axis, keepdims))


# Where the extreme is


def _position_shape(c: Any) -> Any:
    source = c.shapes[0]
    if source is not None and len(source) < 2:
        return ((),)
    axis = c.constant(1)
    if source is None or axis is None:
        return (None if source is None else (None,) * (len(source) - 1),)
    rank = len(source)
    if not -rank <= int(axis) < rank:
        raise ValueError(
            f"Dimension ({int(axis)}) must be in the range [-{rank}, {rank}), where {rank} is the "
            "number of dimensions in the input."
        )
    at = int(axis) % rank
    return (source[:at] + source[at + 1 :],)


def _position_error(op: Any, inputs: Sequence[Any], error: Exception) -> str | None:
    shape, axis = np.shape(inputs[0]), int(inputs[1])
    if not -len(shape) <= axis < len(shape):
        return f"Expected dimension in the range [{-len(shape)}, {len(shape)}), but got {axis}"
    if shape[axis] == 0:
        return f"Reduction axis {axis} is empty in shape {shapes.format_shape(shape)}"
    return None


def _without_nan(values: Any, replacement: float) -> Any:
    """TensorFlow never picks NaN as an extreme; NumPy always does."""
    if values.dtype.kind == "f" and np.isnan(np.max(values, initial=-np.inf)):
        return np.where(np.isnan(values), replacement, values)
    return values


_POSITION: dict[str, Any] = {"shape": _position_shape, "explain_error": _position_error}


@op(
    "ArgMax",
    "input: T, dimension: Tidx -> output: output_type",
    types={
        "T": (*QUANTIZED_LAST, dtypes.bool),
        "Tidx": TypeAttr(types("int16 int32 int64"), dtypes.int32),
        "output_type": types("int16 uint16 int32 int64"),
    },
    **_POSITION,
)
def _arg_max(input: Any, dimension: Any, *, output_type: DType = dtypes.int64) -> Any:
    found = np.argmax(_without_nan(input, -np.inf), int(dimension))
    return found.astype(output_type.as_numpy_dtype)


@op(
    "ArgMin",
    "input: T, dimension: Tidx -> output: output_type",
    types={"T": (*QUANTIZED_LAST, dtypes.bool), "Tidx": _INDICES, "output_type": INDEX},
    **_POSITION,
)
def _arg_min(input: Any, dimension: Any, *, output_type: DType = dtypes.int64) -> Any:
    found = np.argmin(_without_nan(input, np.inf), int(dimension))
    return found.astype(output_type.as_numpy_dtype)


def argmax(
    input: Any,
    axis: Any = None,
    name: str | None = None,
    dimension: Any = None,
    output_type: Any = dtypes.int64,
) -> Any:
    """The position of the largest element along an axis, by default the first (tf.argmax)."""
    axis = lookup(axis, dimension, "axis", "dimension")
    if axis is None:
        axis = 0
    elif not hasattr(axis, "dtype") and not isinstance(axis, int):
        raise TypeError("axis must be int or Tensor with integer datatype")
    return _arg_max(input, axis, output_type=output_type, name=name)


def argmin(
    input: Any,
    axis: Any = None,
    name: str | None = None,
    dimension: Any = None,
    output_type: Any = dtypes.int64,
) -> Any:
    """The position of the smallest element along an axis, by default the first (tf.argmin)."""
    axis = lookup(axis, dimension, "axis", "dimension")
    return _arg_min(input, 0 if axis is None else axis, output_type=output_type, name=name)


arg_max, arg_min = argmax, argmin

# Running totals


def _running(accumulate: Any, x: Any, axis: Any, exclusive: bool, reverse: bool, first: int) -> Any:
    rank, at = x.ndim, int(axis)
    if not -rank <= at < rank:
        raise errors.InvalidArgumentError(
            None,
            None,
            f"ScanOp: Expected scan axis in the range [{-rank}, {rank}), but got {at}",
        )
    x = np.flip(x, at) if reverse else x
    result = accumulate(x, at, x.dtype)
    if exclusive:
        result = np.roll(result, 1, at)
        result[(slice(None),) * (at % rank) + (slice(0, 1),)] = first
    return np.flip(result, at) if reverse else result


_RUNNING: dict[str, Any] = {"types": {"T": NUMBERS, "Tidx": _INDICES}}
_RUNNING["shape"] = lambda c: (c.shapes[0],)


@op("Cumsum", "x: T, axis: Tidx -> out: T", **_RUNNING)
def _cumsum(x: Any, axis: Any, *, exclusive: bool = False, reverse: bool = False) -> Any:
    return _running(np.add.accumulate, x, axis, exclusive, reverse, 0)


@op("Cumprod", "x: T, axis: Tidx -> out: T", **_RUNNING)
def _cumprod(x: Any, axis: Any, *, exclusive: bool = False, reverse: bool = False) -> Any:
    return _running(np.multiply.accumulate, x, axis, exclusive, reverse, 1)


def cumsum(
    x: Any, axis: Any = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None
) -> Any:
    """The running sum along an axis (tf.cumsum)."""
    return _cumsum(x, axis, exclusive=exclusive, reverse=reverse, name=name)


def cumprod(
    x: Any, axis: Any = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None
) -> Any:
    """The running product along an axis (tf.cumprod)."""
    return _cumprod(x, axis, exclusive=exclusive, reverse=reverse, name=name)
