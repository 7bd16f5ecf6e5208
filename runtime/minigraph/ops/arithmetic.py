"""Arithmetic functions that convert, cast or choose before they add an op of `elementwise`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from minigraph import dtypes, errors, shapes
from minigraph.composite import IndexedSlices
from minigraph.convert import convert_to_tensor
from minigraph.opdef import Node
from minigraph.ops import array, casting, complex_numbers, elementwise
from minigraph.ops.naming import op_scope
from minigraph.ops.type_lists import FLOATS, NUMBERS, types
from minigraph.registry import op
from minigraph.tensor import SymbolicTensor


def add(x: Any, y: Any, name: str | None = None) -> Any:
    """The sum of x and y, element by element; joins texts (tf.add)."""
    if type(x) is SymbolicTensor and type(y) is SymbolicTensor:
        builder = elementwise.add_op if x.dtype.base_dtype is dtypes.string else elementwise.add_v2
        return builder(x, y, name=name or "Add")
    with op_scope(name, "Add", x) as scope:
        x = convert_to_tensor(x, name="x")
        y = convert_to_tensor(y, dtype_hint=x.dtype.base_dtype, name="y")
        builder = elementwise.add_op if x.dtype.base_dtype is dtypes.string else elementwise.add_v2
        return builder(x, y, name=scope)


def pow(x: Any, y: Any, name: str | None = None) -> Any:
    """The elements of x to the power of those of y (tf.pow)."""
    return elementwise.pow_op(x, y, name=name)


def floordiv(x: Any, y: Any, name: str | None = None) -> Any:
    """The quotient x / y rounded down, as Python's `//` (tf.floordiv)."""
    return elementwise.floor_div(x, y, name=name or "floordiv")


def atan2(y: Any, x: Any, name: str | None = None) -> Any:
    """The angle between the first axis and the point (x, y), in radians (tf.atan2)."""
    return elementwise.atan2_op(y, x, name=name)


_DOUBLE = types("uint32 int32 uint64 int64")
_DIVISIBLE = types("uint8 int8 uint16 int16") + _DOUBLE
_DIVISIBLE += FLOATS + types("complex64 complex128")


def _quotient_operands(x: Any, y: Any, caller: str) -> tuple[Any, Any]:
    """Both operands as floats of one dtype: integers become float32, wide ones float64."""
    left, right = x.dtype.base_dtype, y.dtype.base_dtype
    if left is not right:
        raise TypeError(f"`x` and `y` must have the same dtype, got {left!r} != {right!r}.")
    if left not in _DIVISIBLE:
        allowed = ", ".join(repr(dtype) for dtype in _DIVISIBLE)
        raise TypeError(f"Invalid dtype {left!r} in {caller}. Expected one of {{{allowed}}}.")
    if not left.is_integer:
        return x, y
    wanted = dtypes.float64 if left in _DOUBLE else dtypes.float32
    return casting.cast(x, wanted), casting.cast(y, wanted)


def truediv(x: Any, y: Any, name: str | None = None) -> Any:
    """The quotient x / y as Python's `/`: integers are divided as floats (tf.truediv).

    Raises TypeError where the dtypes differ.
    """
    if type(x) is type(y) is SymbolicTensor and x.dtype is y.dtype and x.dtype.is_floating:
        return elementwise.realdiv(x, y, name=name or "truediv")
    with op_scope(name, "truediv", x, y) as scope:
        x = convert_to_tensor(x, name="x")
        y = convert_to_tensor(y, dtype_hint=x.dtype.base_dtype, name="y")
        x, y = _quotient_operands(x, y, "__truediv__")
        return elementwise.realdiv(x, y, name=scope)


def divide(x: Any, y: Any, name: str | None = None) -> Any:
    """The quotient x / y as Python's `/` (tf.divide)."""
    if name is None and not hasattr(x, "op"):
        x = convert_to_tensor(x, y.dtype.base_dtype if hasattr(y, "op") else None)
    return truediv(x, y, name)


def div(x: Any, y: Any, name: str | None = None) -> Any:
    """The quotient x / y, rounded down for integers, as Python 2's `/` (tf.div)."""
    with op_scope(name, "div", x, y) as scope:
        x = convert_to_tensor(x, name="x")
        y = convert_to_tensor(y, x.dtype.base_dtype, name="y")
        divides = elementwise.floor_div if x.dtype.is_integer else elementwise.realdiv
        return divides(x, y, name=scope)


def div_no_nan(x: Any, y: Any, name: str | None = None) -> Any:
    """The quotient x / y, and 0 where y is 0 (tf.div_no_nan, tf.math.divide_no_nan)."""
    with op_scope(name, "div_no_nan", x, y) as scope:
        if not hasattr(x, "op") and hasattr(y, "op"):
            x = convert_to_tensor(x, y.dtype.base_dtype, name="x")
        x = convert_to_tensor(x, name="x")
        y = convert_to_tensor(y, dtype_hint=x.dtype.base_dtype, name="y")
        x, y = _quotient_operands(x, y, "tf.math.divide_no_nan")
        return elementwise.div_no_nan_op(x, y, name=scope)


def abs(x: Any, name: str | None = None) -> Any:
    """The absolute value of each element, real for complex numbers (tf.abs)."""
    with op_scope(name, "Abs", x) as scope:
        x = convert_to_tensor(x, name="x")
        if x.dtype.is_complex:
            return complex_numbers.complex_abs(x, name=scope)
        return elementwise.abs_op(x, name=scope)


def sign(x: Any, name: str | None = None) -> Any:
    """-1, 0 or 1 by the sign of each element; x / |x| of complex numbers (tf.sign)."""
    x = convert_to_tensor(x)
    if x.dtype.is_complex:
        return elementwise.div_no_nan_op(
            x, casting.cast(complex_numbers.complex_abs(x), x.dtype), name=name
        )
    return elementwise.sign_op(x, name=name)


def round(x: Any, name: str | None = None) -> Any:
    """The nearest whole number, halves to the even one; integers as they are (tf.round)."""
    x = convert_to_tensor(x, name="x")
    return x if x.dtype.is_integer else elementwise.round_op(x, name=name)


def scalar_mul(scalar: Any, x: Any, name: str | None = None) -> Any:
    """A tensor or IndexedSlices times a number (tf.scalar_mul).

    Raises ValueError where `scalar` is not a scalar.
    """
    scalar = convert_to_tensor(scalar, dtypes.as_dtype(x.dtype).base_dtype, name="scalar")
    if scalar.shape.ndims != 0:
        raise ValueError(f"The input scalar must be a 0-D value. Received shape {scalar.shape}.")
    if isinstance(x, IndexedSlices):
        return IndexedSlices(elementwise.multiply(scalar, x.values, name), x.indices, x.dense_shape)
    return elementwise.multiply(scalar, x, name)


# Sums of many tensors


def _add_n_shape(c: Any) -> Any:
    result = c.shapes[-1]
    for index in reversed(range(len(c.shapes) - 1)):
        try:
            result = shapes.merge(c.shapes[index], result)
        except ValueError as error:
            raise ValueError(f"{error}\n\tFrom merging shape {index} with other shapes.") from None
    return (result,)


@op(
    "AddN",
    "inputs: N*T -> sum: T",
    types={"T": (*NUMBERS, dtypes.variant)},
    shape=_add_n_shape,
    grad=lambda op, grad: [grad] * len(op.inputs),
)
def _add_n(*inputs: Any, node: Node) -> Any:
    first = inputs[0]
    for index, other in enumerate(inputs):
        if np.shape(other) != np.shape(first):
            left, right = (shapes.format_shape(np.shape(value)) for value in (first, other))
            raise errors.InvalidArgumentError(
                None,
                None,
                f"Inputs to operation {node.name} of type AddN must have the same size and shape."
                f"  Input 0: {left} != input {index}: {right}",
            )
    if len(inputs) == 1:
        return np.positive(first)
    total = np.add(first, inputs[1])
    for other in inputs[2:]:
        total += other
    return total


_NO_INPUTS = (
    "Inputs must be an iterable of at least one Tensor/IndexedSlices with the same dtype and shape."
)


def add_n(inputs: Any, name: str | None = None) -> Any:
    """The sum of tensors of one shape and dtype (tf.add_n); ValueError for an empty list."""
    if not isinstance(inputs, Iterable) or not list(inputs):
        raise ValueError(_NO_INPUTS)
    tensors = [
        value if isinstance(value, IndexedSlices) else convert_to_tensor(value) for value in inputs
    ]
    if len(tensors) > 1:
        return _add_n(tensors, name=name)
    return array.identity(tensors[0], name=name) if name else tensors[0]


def accumulate_n(
    inputs: Any, shape: Any = None, tensor_dtype: Any = None, name: str | None = None
) -> Any:
    """The sum of tensors of one shape and dtype (tf.accumulate_n)."""
    problem = "inputs must be a list of at least one Tensor with the same dtype and shape"
    if not inputs or not isinstance(inputs, (list, tuple)):
        raise ValueError(problem)
    tensors = [convert_to_tensor(value) for value in inputs]
    dtype = tensors[0].dtype
    if any(tensor.dtype != dtype for tensor in tensors):
        raise ValueError(problem)
    known = shapes.as_shape(shape)
    for tensor in tensors:
        known = known.merge_with(tensor.shape)
    if tensor_dtype is not None and tensor_dtype != dtype:
        raise TypeError(
            f"The `tensor_dtype` argument is {tensor_dtype}, but `input` is of type {dtype}. These "
            "must be equal. Try casting the input to the desired type."
        )
    return add_n(tensors, name)
