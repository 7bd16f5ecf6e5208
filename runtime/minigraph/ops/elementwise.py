"""Arithmetic and elementary functions, element by element: one row an op.

`unary` and `binary` declare an op and return its public function (TensorFlow's name stands in the
text of each row). The gradient rules are in `elementwise_gradients`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from minigraph import errors, shapes
from minigraph.dtypes import DType
from minigraph.opdef import OpDef, register
from minigraph.ops import shape_rules
from minigraph.ops.type_lists import (
    ARITHMETIC,
    FLOATS,
    FLOATS_AND_COMPLEX,
    NUMBERS,
    SIGNED,
    SIGNED_AND_COMPLEX,
    types,
)
from minigraph.registry import OpBuilder

PublicFunction = Callable[..., Any]


def unary(
    name: str,
    kernel: Any,
    text: str,
    allowed: Sequence[DType] = FLOATS_AND_COMPLEX,
    result: str = "T",
) -> PublicFunction:
    """Declares an op of one input `x` and returns its function of `x` and `name`."""
    builder = OpBuilder(
        register(
            OpDef(
                name, f"x: T -> y: {result}", kernel, types={"T": allowed}, shape=shape_rules.same
            )
        )
    )

    def function(x: Any, name: str | None = None) -> Any:
        return builder(x, name=name)

    function.__doc__ = text
    return function


def incompatible_shapes(op: Any, inputs: Sequence[Any], error: Exception) -> str | None:
    """TensorFlow's text where the shapes of two inputs do not broadcast."""
    if "broadcast" not in str(error):
        return None
    left, right = (shapes.format_shape(np.shape(value)) for value in inputs)
    return f"Incompatible shapes: {left} vs. {right}"


def binary(
    name: str,
    kernel: Any,
    text: str,
    allowed: Sequence[DType] | None = ARITHMETIC,
    signature: str = "x: T, y: T -> z: T",
    explain_error: Any = incompatible_shapes,
) -> PublicFunction:
    """Declares an op of two inputs that broadcast and returns its function of `x` and `y`."""
    builder = OpBuilder(
        register(
            OpDef(
                name,
                signature,
                kernel,
                types={} if allowed is None else {"T": allowed},
                shape=shape_rules.broadcast,
                explain_error=explain_error,
            )
        )
    )

    def function(x: Any, y: Any, name: str | None = None, **attrs: Any) -> Any:
        return builder(x, y, name=name, **attrs)

    function.__doc__ = text
    return function


# Kernels that NumPy does not have as they are. All others are NumPy's own ufuncs.


def _refuse_zero(x: Any, divisor: Any) -> None:
    if divisor.dtype.kind in "iu" and not np.all(divisor) and x.size:
        raise errors.InvalidArgumentError(None, None, "Integer division by zero")


def _floor_div(x: Any, y: Any) -> Any:
    if y.dtype.kind not in "iu":
        return np.floor(np.divide(x, y))
    _refuse_zero(x, y)
    return np.floor_divide(x, y)


def _floor_mod(x: Any, y: Any) -> Any:
    _refuse_zero(x, y)
    return np.mod(x, y)


def _refuse_zero_when_truncating(x: Any, divisor: Any) -> None:
    if divisor.dtype.kind in "iu" and not np.all(divisor) and x.size:
        raise errors.InternalError(
            None,
            None,
            "Unexpected error in binary operator (only integer div and mod should have errors)",
        )


def _truncate_div(x: Any, y: Any) -> Any:
    _refuse_zero_when_truncating(x, y)
    if y.dtype.kind not in "iu":
        return np.trunc(np.divide(x, y))
    quotient = np.floor_divide(x, y)
    return quotient + ((quotient < 0) & (quotient * y != x)).astype(quotient.dtype)


def _truncate_mod(x: Any, y: Any) -> Any:
    _refuse_zero_when_truncating(x, y)
    return np.fmod(x, y)


def _div_no_nan(x: Any, y: Any) -> Any:
    return np.where(y == 0, y.dtype.type(0), np.divide(x, y))[()]


def _squared_difference(x: Any, y: Any) -> Any:
    difference = np.subtract(x, y)
    return np.conj(difference) * difference


def _sigmoid(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


def _rsqrt(x: Any) -> Any:
    return 1 / np.sqrt(x)


_erf_of_one = np.frompyfunc(math.erf, 1, 1)


def _erf(x: Any) -> Any:
    return np.asarray(_erf_of_one(x)).astype(x.dtype)[()]


def _join_text(x: Any, y: Any) -> Any:
    if isinstance(x, bytes) and isinstance(y, bytes):
        return x + y
    return np.add(np.asarray(x, object), np.asarray(y, object))


def _add_kernel(x: Any, y: Any) -> Any:
    is_text = isinstance(x, bytes) or x.dtype == object
    return _join_text(x, y) if is_text else np.add(x, y)


def _power_error(op: Any, inputs: Sequence[Any], error: Exception) -> str | None:
    if "negative integer powers" in str(error):
        return "Integers to negative integer powers are not allowed"
    return incompatible_shapes(op, inputs, error)


def _real_div_error(op: Any, inputs: Sequence[Any], error: Exception) -> str | None:
    if isinstance(error, TypeError):
        dtype = np.asarray(inputs[0]).dtype.name.upper()
        return (
            f"No OpKernel was registered to support Op 'RealDiv' used by {{{{node {op.name}}}}} "
            f"with these attrs: [T=DT_{dtype}]"
        )
    return incompatible_shapes(op, inputs, error)


# One input

abs_op = unary("Abs", np.abs, "The absolute value of real numbers.", SIGNED)
negative = unary(
    "Neg", np.negative, "The negative of each element (tf.negative).", SIGNED_AND_COMPLEX
)
sign_op = unary("Sign", np.sign, "-1, 0 or 1 by the sign of real numbers.", SIGNED_AND_COMPLEX)
square = unary(
    "Square",
    np.square,
    "The square of each element (tf.square).",
    SIGNED[:8] + types("uint8 uint16 uint32 uint64 complex64 complex128"),
)
sqrt = unary("Sqrt", np.sqrt, "The square root of each element (tf.sqrt).")
rsqrt = unary("Rsqrt", _rsqrt, "One over the square root of each element (tf.rsqrt).")
exp = unary("Exp", np.exp, "e to the power of each element (tf.exp).")
expm1 = unary("Expm1", np.expm1, "exp(x) - 1, exact near zero (tf.expm1).")
log = unary("Log", np.log, "The natural logarithm of each element (tf.log).")
log1p = unary("Log1p", np.log1p, "log(1 + x), exact near zero (tf.log1p).")
sin = unary("Sin", np.sin, "The sine of each element (tf.sin).")
cos = unary("Cos", np.cos, "The cosine of each element (tf.cos).")
tan = unary("Tan", np.tan, "The tangent of each element (tf.tan).")
asin = unary("Asin", np.arcsin, "The inverse sine of each element (tf.asin).")
acos = unary("Acos", np.arccos, "The inverse cosine of each element (tf.acos).")
atan = unary("Atan", np.arctan, "The inverse tangent of each element (tf.atan).")
sinh = unary("Sinh", np.sinh, "The hyperbolic sine of each element (tf.sinh).")
cosh = unary("Cosh", np.cosh, "The hyperbolic cosine of each element (tf.cosh).")
tanh = unary("Tanh", np.tanh, "The hyperbolic tangent of each element (tf.tanh).")
sigmoid = unary("Sigmoid", _sigmoid, "1 / (1 + exp(-x)) of each element (tf.sigmoid).")
erf = unary("Erf", _erf, "The Gauss error function of each element (tf.erf).", FLOATS)
reciprocal = unary(
    "Reciprocal", np.reciprocal, "One over each element (tf.reciprocal).", SIGNED_AND_COMPLEX
)
floor = unary("Floor", np.floor, "The largest whole number not above x (tf.floor).", FLOATS)
ceil = unary("Ceil", np.ceil, "The smallest whole number not below x (tf.ceil).", FLOATS)
rint = unary("Rint", np.rint, "The nearest whole number, halves to even (tf.rint).", FLOATS)
round_op = unary("Round", np.round, "The nearest whole number, halves to even.", SIGNED_AND_COMPLEX)
is_nan = unary("IsNan", np.isnan, "Whether each element is NaN (tf.is_nan).", FLOATS, "bool")
is_inf = unary("IsInf", np.isinf, "Whether each element is infinite (tf.is_inf).", FLOATS, "bool")
is_finite = unary(
    "IsFinite", np.isfinite, "Whether each element is finite (tf.is_finite).", FLOATS, "bool"
)

# Two inputs

add_v2 = binary(
    "AddV2",
    np.add,
    "The sum of two tensors of numbers.",
    FLOATS + types("uint8 uint16 uint32 uint64 int8 int16 int32 int64 complex64 complex128"),
)
add_op = binary(
    "Add",
    _add_kernel,
    "The sum of numbers or the concatenation of texts.",
    FLOATS + types("uint8 int8 int16 int32 int64 complex64 complex128 string"),
)
subtract = binary(
    "Sub",
    np.subtract,
    "x - y, element by element (tf.subtract).",
    FLOATS + types("uint8 int8 uint16 int16 int32 int64 complex64 complex128 uint32 uint64"),
)
multiply = binary("Mul", np.multiply, "x * y, element by element (tf.multiply).")
realdiv = binary(
    "RealDiv",
    # Without casts NumPy refuses integers, for which TensorFlow has no kernel either.
    partial(np.divide, casting="no"),
    "x / y of real or complex numbers (tf.realdiv).",
    explain_error=_real_div_error,
)
floor_div = binary("FloorDiv", _floor_div, "x / y rounded down (tf.floor_div).")
floormod = binary(
    "FloorMod",
    _floor_mod,
    "The remainder of x / y, with the sign of y (tf.floormod, tf.mod).",
    types("int8 int16 int32 int64 uint8 uint16 uint32 uint64") + FLOATS,
)
mod = floormod
truncatediv = binary("TruncateDiv", _truncate_div, "x / y rounded towards 0 (tf.truncatediv).")
truncatemod = binary(
    "TruncateMod",
    _truncate_mod,
    "The remainder of x / y, with the sign of x (tf.truncatemod).",
    types("int32 int64") + FLOATS,
)
div_no_nan_op = binary(
    "DivNoNan",
    _div_no_nan,
    "x / y, 0 where y is 0.",
    types("float16 float32 bfloat16 float64 complex64 complex128"),
)
pow_op = binary(
    "Pow",
    np.power,
    "x to the power of y.",
    types("bfloat16 float32 float16 float64 int8 int16 int32 int64 complex64 complex128"),
    explain_error=_power_error,
)
maximum = binary(
    "Maximum",
    np.maximum,
    "The larger of x and y (tf.maximum).",
    FLOATS + types("int8 uint8 int16 uint16 int32 uint32 int64 uint64"),
)
minimum = binary(
    "Minimum",
    np.minimum,
    "The smaller of x and y (tf.minimum).",
    FLOATS + types("int8 uint8 int16 uint16 int32 uint32 int64 uint64"),
)
squared_difference = binary(
    "SquaredDifference",
    _squared_difference,
    "(x - y) squared, element by element (tf.squared_difference).",
    FLOATS + types("int32 int64 complex64 complex128"),
)
atan2_op = binary("Atan2", np.arctan2, "The angle of (x, y).", FLOATS, "y: T, x: T -> z: T")

clip_by_value_op = OpBuilder(
    register(
        OpDef(
            "ClipByValue",
            "t: T, clip_value_min: T, clip_value_max: T -> output: T",
            lambda t, clip_value_min, clip_value_max: np.minimum(
                np.maximum(t, clip_value_min), clip_value_max
            ),
            types={"T": NUMBERS},
            shape=shape_rules.same,
        )
    )
)
