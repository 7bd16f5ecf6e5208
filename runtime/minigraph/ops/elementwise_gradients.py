"""Gradient rules of the element-wise ops, written in the order in which TensorFlow adds its ops."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from minigraph import context
from minigraph.convert import constant
from minigraph.opdef import OpDef, register
from minigraph.ops import (
    arithmetic,
    array,
    comparison,
    complex_numbers,
    elementwise,
    reductions,
    repeating,
    shape_rules,
    shaping,
)
from minigraph.ops.broadcasting import equal_known_shapes, sum_to_shapes
from minigraph.ops.complex_numbers import conj
from minigraph.ops.elementwise import multiply, negative, realdiv, reciprocal, square, subtract
from minigraph.ops.type_lists import FLOATS_AND_COMPLEX
from minigraph.registry import OpBuilder, gradient


def _gradient_op(name: str, kernel: Any, doc: str) -> OpBuilder:
    """Declares an op that computes a gradient from the result `y` and its gradient `dy`."""
    kernel.__doc__ = doc
    allowed = {"T": FLOATS_AND_COMPLEX}
    rule = shape_rules.merged
    return OpBuilder(
        register(OpDef(name, "y: T, dy: T -> z: T", kernel, types=allowed, shape=rule))
    )


tanh_grad = _gradient_op("TanhGrad", lambda y, dy: dy * (1 - y * y), "dy * (1 - y*y)")
sigmoid_grad = _gradient_op("SigmoidGrad", lambda y, dy: dy * y * (1 - y), "dy * y * (1 - y)")
sqrt_grad = _gradient_op("SqrtGrad", lambda y, dy: dy / (2 * np.conj(y)), "dy / (2 * y)")
rsqrt_grad = _gradient_op("RsqrtGrad", lambda y, dy: dy * np.conj(y) ** 3 / -2, "dy * -0.5 * y**3")
reciprocal_grad = _gradient_op("ReciprocalGrad", lambda y, dy: -dy * np.conj(y) ** 2, "-dy * y*y")

# One input: the rule is a formula of the input, the output and the output's gradient.

Formula = Callable[[Any, Any, Any], Any]


def _one(grad: Any) -> Any:
    return constant(1, grad.dtype.base_dtype)


def _inverse_sine(x: Any, grad: Any) -> Any:
    squared = square(x)
    return reciprocal(elementwise.sqrt(subtract(_one(grad), squared)))


def _times_minus(x: Any, grad: Any) -> Any:
    return -grad * x


def _secant_squared(x: Any) -> Any:
    return square(reciprocal(elementwise.cos(x)))


def _inverse_tangent(x: Any, grad: Any) -> Any:
    squared = square(x)
    return reciprocal(arithmetic.add(_one(grad), squared))


def _twice(x: Any) -> Any:
    two = constant(2.0, x.dtype.base_dtype)
    return multiply(x, two)


# After the gradient, as in TensorFlow: with a control dependency on it.
_AFTER_GRADIENT: dict[str, Formula] = {
    "Square": lambda x, y, grad: multiply(grad, _twice(conj(x))),
    "Exp": lambda x, y, grad: grad * conj(y),
    "Expm1": lambda x, y, grad: grad * elementwise.exp(conj(x)),
    "Log": lambda x, y, grad: grad * reciprocal(conj(x)),
    "Log1p": lambda x, y, grad: grad * reciprocal(1 + conj(x)),
    "Sin": lambda x, y, grad: grad * elementwise.cos(conj(x)),
    "Cos": lambda x, y, grad: -grad * elementwise.sin(conj(x)),
    "Tan": lambda x, y, grad: _secant_squared(conj(x)) * grad,
    "Asin": lambda x, y, grad: grad * _inverse_sine(conj(x), grad),
    "Acos": lambda x, y, grad: _times_minus(_inverse_sine(conj(x), grad), grad),
    "Atan": lambda x, y, grad: grad * _inverse_tangent(conj(x), grad),
    "Sinh": lambda x, y, grad: grad * elementwise.cosh(conj(x)),
    "Cosh": lambda x, y, grad: grad * elementwise.sinh(conj(x)),
    "Tanh": lambda x, y, grad: tanh_grad(conj(y), grad),
    "Sigmoid": lambda x, y, grad: sigmoid_grad(conj(y), grad),
}
_PLAIN: dict[str, Formula] = {
    "Neg": lambda x, y, grad: -grad,
    "Abs": lambda x, y, grad: grad * arithmetic.sign(x),
    "Sign": lambda x, y, grad: array.zeros_like(x),
    "Sqrt": lambda x, y, grad: sqrt_grad(y, grad),
    "Rsqrt": lambda x, y, grad: rsqrt_grad(y, grad),
    "Reciprocal": lambda x, y, grad: reciprocal_grad(y, grad),
    "Real": lambda x, y, grad: complex_numbers.complex(grad, constant(0, grad.dtype)),
    "Imag": lambda x, y, grad: complex_numbers.complex(constant(0, grad.dtype), grad),
    "Conj": lambda x, y, grad: conj(grad),
    **dict.fromkeys(("Floor", "Ceil", "Round", "Rint"), lambda x, y, grad: None),
}


def _attach(name: str, formula: Formula, after_gradient: bool) -> None:
    def rule(op: Any, grad: Any) -> tuple[Any]:
        if not after_gradient:
            return (formula(op.inputs[0], op.outputs[0], grad),)
        with context.get_default_graph().control_dependencies([grad]):
            return (formula(op.inputs[0], op.outputs[0], grad),)

    gradient(name)(rule)


for _name, _formula in _AFTER_GRADIENT.items():
    _attach(_name, _formula, after_gradient=True)
for _name, _formula in _PLAIN.items():
    _attach(_name, _formula, after_gradient=False)


@gradient("Erf")
def _erf(op: Any, grad: Any) -> Any:
    factor = constant(2 / math.sqrt(math.pi), grad.dtype.base_dtype)
    with context.get_default_graph().control_dependencies([grad]):
        x = conj(op.inputs[0])
        return (grad * factor * elementwise.exp(-square(x)),)


@gradient("ComplexAbs")
def _complex_abs(op: Any, grad: Any) -> Any:
    numerator = complex_numbers.complex(grad, array.zeros_like(grad)) * op.inputs[0]
    size = complex_numbers.complex(op.outputs[0], array.zeros_like(op.outputs[0]))
    return (arithmetic.div_no_nan(numerator, size),)


# The gradients of gradient ops, for second derivatives.


@gradient("TanhGrad")
def _tanh_grad_grad(op: Any, grad: Any) -> Any:
    with context.get_default_graph().control_dependencies([grad]):
        y, dy = conj(op.inputs[0]), conj(op.inputs[1])
        return grad * -2.0 * dy * y, tanh_grad(y, grad)


@gradient("SigmoidGrad")
def _sigmoid_grad_grad(op: Any, grad: Any) -> Any:
    with context.get_default_graph().control_dependencies([grad]):
        y, dy = conj(op.inputs[0]), conj(op.inputs[1])
        product = grad * dy
        return product - 2.0 * product * y, sigmoid_grad(y, grad)


@gradient("SqrtGrad")
def _sqrt_grad_grad(op: Any, grad: Any) -> Any:
    with context.get_default_graph().control_dependencies([grad]):
        quotient = grad / op.inputs[0]
        return -conj(quotient) * op.outputs[0], 0.5 * quotient


@gradient("RsqrtGrad")
def _rsqrt_grad_grad(op: Any, grad: Any) -> Any:
    with context.get_default_graph().control_dependencies([grad]):
        y = conj(op.inputs[0])
        return -1.5 * conj(grad) * op.inputs[1] * square(y), rsqrt_grad(y, grad)


@gradient("ReciprocalGrad")
def _reciprocal_grad_grad(op: Any, grad: Any) -> Any:
    with context.get_default_graph().control_dependencies([grad]):
        y = conj(op.inputs[0])
        return conj(grad) * -2.0 * op.inputs[1] * y, reciprocal_grad(y, grad)


# Two inputs


@gradient("Add")
@gradient("AddV2")
def _add(op: Any, grad: Any) -> Any:
    x, y = op.inputs
    if equal_known_shapes(x, y, grad):
        return grad, grad
    return sum_to_shapes(x, y, grad, grad)


@gradient("Sub")
def _sub(op: Any, grad: Any) -> Any:
    x, y = op.inputs
    opposite = -grad
    if equal_known_shapes(x, y, grad):
        return grad, opposite
    return sum_to_shapes(x, y, grad, opposite)


@gradient("Mul")
def _mul(op: Any, grad: Any) -> Any:
    x, y = op.inputs
    if equal_known_shapes(x, y, grad) and grad.dtype.name in ("int32", "float32"):
        return multiply(grad, y), multiply(grad, x)
    return sum_to_shapes(x, y, multiply(grad, conj(y)), multiply(conj(x), grad))


def _quotient(divide: Any, op: Any, grad: Any) -> Any:
    x, y = conj(op.inputs[0]), conj(op.inputs[1])
    grad_x = divide(grad, y)
    grad_y = grad * divide(divide(-x, y), y)
    return sum_to_shapes(op.inputs[0], op.inputs[1], grad_x, grad_y)


@gradient("RealDiv")
def _real_div(op: Any, grad: Any) -> Any:
    return _quotient(realdiv, op, grad)


@gradient("DivNoNan")
def _div_no_nan(op: Any, grad: Any) -> Any:
    return _quotient(arithmetic.div_no_nan, op, grad)


@gradient("FloorDiv")
@gradient("TruncateDiv")
def _whole_quotient(op: Any, grad: Any) -> Any:
    return None, None


@gradient("FloorMod")
def _floor_mod(op: Any, grad: Any) -> Any:
    x, y = op.inputs
    quotient = elementwise.floor_div(x, y)
    return sum_to_shapes(x, y, grad, grad * negative(quotient))


@gradient("Pow")
def _pow(op: Any, grad: Any) -> Any:
    x, y = op.inputs
    base, exponent = conj(x), conj(y)
    grad_x = grad * exponent * arithmetic.pow(base, exponent - 1)
    mask = comparison.not_equal(base, 0) if x.dtype.is_complex else base > 0
    safe = comparison.where(mask, base, array.ones_like(x))
    logarithm = comparison.where(mask, elementwise.log(safe), array.zeros_like(x))
    grad_y = grad * conj(op.outputs[0]) * logarithm
    return sum_to_shapes(x, y, grad_x, grad_y)


def _extreme(chooses_x: Any) -> Any:
    def rule(op: Any, grad: Any) -> Any:
        x, y = op.inputs
        zeros = array.zeros_like(grad)
        mask = chooses_x(x, y)
        grad_x = comparison.where_v2(mask, grad, zeros)
        grad_y = comparison.where_v2(mask, zeros, grad)
        return sum_to_shapes(x, y, grad_x, grad_y)

    return rule


gradient("Maximum")(_extreme(comparison.greater_equal))
gradient("Minimum")(_extreme(comparison.less_equal))


@gradient("SquaredDifference")
def _squared_difference(op: Any, grad: Any) -> Any:
    x, y = op.inputs
    with context.get_default_graph().control_dependencies([grad]):
        grad_x = arithmetic.scalar_mul(2.0, grad) * (x - y)
    opposite = -grad_x
    if equal_known_shapes(x, y, grad):
        return grad_x, opposite
    return sum_to_shapes(x, y, grad_x, opposite)


@gradient("Atan2")
def _atan2(op: Any, grad: Any) -> Any:
    y, x = op.inputs
    with context.get_default_graph().control_dependencies([grad]):
        scaled = grad / (square(y) + square(x))
        return sum_to_shapes(y, x, x * scaled, -y * scaled)


@gradient("Complex")
def _complex(op: Any, grad: Any) -> Any:
    real, imag = op.inputs
    return sum_to_shapes(real, imag, complex_numbers.real(grad), complex_numbers.imag(grad))


# Three inputs


@gradient("Select")
def _select(op: Any, grad: Any) -> Any:
    condition, zeros = op.inputs[0], array.zeros_like(op.inputs[1])
    return (
        None,
        comparison.where(condition, grad, zeros),
        comparison.where(condition, zeros, grad),
    )


@gradient("SelectV2")
def _select_v2(op: Any, grad: Any) -> Any:
    condition, x, y = op.inputs
    zeros = array.zeros([], grad.dtype.base_dtype)
    grad_x = comparison.where_v2(condition, grad, zeros)
    grad_y = comparison.where_v2(condition, zeros, grad)
    result = op.outputs[0]
    grad_x, _ = sum_to_shapes(x, result, grad_x, None)
    grad_y, _ = sum_to_shapes(y, result, grad_y, None)
    return None, grad_x, grad_y


@gradient("ClipByValue")
def _clip_by_value(op: Any, grad: Any) -> Any:
    x, low, high = op.inputs
    shape_x, shape_low, shape_high = (array.shape(tensor) for tensor in (x, low, high))
    zeros = array.zeros(array.shape(grad), grad.dtype.base_dtype)
    below, above = comparison.less(x, low), comparison.greater(x, high)
    _, axes_low = repeating.broadcast_gradient_args(shape_x, shape_low)
    _, axes_high = repeating.broadcast_gradient_args(shape_x, shape_high)
    outside = comparison.logical_or(below, above)
    grad_x = comparison.where(outside, zeros, grad)
    grad_low = comparison.where(below, grad, zeros)
    grad_high = comparison.where(above, grad, zeros)
    grad_low = shaping.reshape(reductions.reduce_sum(grad_low, axes_low), shape_low)
    grad_high = shaping.reshape(reductions.reduce_sum(grad_high, axes_high), shape_high)
    return grad_x, grad_low, grad_high
