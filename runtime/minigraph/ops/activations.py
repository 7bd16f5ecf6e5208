"""Activation functions, element by element, with the ops that compute their gradients."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from minigraph import dtypes
from minigraph.convert import convert_to_tensor
from minigraph.dtypes import DType
from minigraph.opdef import OpDef, TypeAttr, register
from minigraph.ops import (
    array,
    casting,
    comparison,
    elementwise,
    reductions,
    shape_rules,
    shaping,
)
from minigraph.ops.naming import op_scope
from minigraph.ops.type_lists import HALF_FIRST_FLOATS, REAL, types
from minigraph.registry import OpBuilder, gradient, op


def _activation(name: str, kernel: Any, allowed: Sequence[DType] = HALF_FIRST_FLOATS) -> OpBuilder:
    """Declares an op from `features` to `activations`."""
    signature, allow = "features: T -> activations: T", {"T": allowed}
    return OpBuilder(register(OpDef(name, signature, kernel, types=allow, shape=shape_rules.same)))


def _gradient_op(
    name: str, second: str, kernel: Any, allowed: Sequence[DType] = HALF_FIRST_FLOATS
) -> OpBuilder:
    """Declares an op from the gradients of the activations to those of the features."""
    signature = f"gradients: T, {second}: T -> backprops: T"
    allow, rule = {"T": allowed}, shape_rules.merged
    return OpBuilder(register(OpDef(name, signature, kernel, types=allow, shape=rule)))


def _choose(condition: Any, x: Any, y: Any) -> Any:
    return np.where(condition, x, y)[()]


_relu = _activation("Relu", lambda features: np.maximum(features, 0), REAL + types("qint8"))
_relu_grad = _gradient_op("ReluGrad", "features", lambda dy, x: dy * (x > 0), REAL)
_relu6 = _activation("Relu6", lambda features: np.minimum(np.maximum(features, 0), 6), REAL)
_relu6_grad = _gradient_op("Relu6Grad", "features", lambda dy, x: dy * ((x > 0) & (x < 6)), REAL)
_elu = _activation("Elu", lambda features: _choose(features < 0, np.expm1(features), features))
_elu_grad = _gradient_op("EluGrad", "outputs", lambda dy, y: _choose(y < 0, (y + 1) * dy, dy))
_softplus = _activation("Softplus", lambda features: np.logaddexp(features, features.dtype.type(0)))
_softsign = _activation("Softsign", lambda features: features / (1 + np.abs(features)))
_softsign_grad = _gradient_op(
    "SoftsignGrad", "features", lambda dy, x: dy / np.square(1 + np.abs(x))
)


_SCALE, _ALPHA = 1.0507009873554804934193349852946, 1.6732632423543772848170429916717
_selu = _activation(
    "Selu",
    lambda x: _choose(x < 0, x.dtype.type(_SCALE * _ALPHA) * np.expm1(x), x.dtype.type(_SCALE) * x),
)
_selu_grad = _gradient_op(
    "SeluGrad",
    "outputs",
    lambda dy, y: _choose(
        y < 0, dy * (y + y.dtype.type(_SCALE * _ALPHA)), dy * y.dtype.type(_SCALE)
    ),
)


def _as_stored(number: float, like: Any) -> Any:
    """A float attribute as TensorFlow stores it, in single precision."""
    return like.dtype.type(np.float32(number))


_LEAKY_TYPES = TypeAttr(HALF_FIRST_FLOATS, dtypes.float32)


@op(
    "LeakyRelu",
    "features: T -> activations: T",
    types={"T": _LEAKY_TYPES},
    shape=shape_rules.same,
)
def _leaky_relu(features: Any, *, alpha: float = 0.2) -> Any:
    return _choose(features > 0, features, features * _as_stored(alpha, features))


@op(
    "LeakyReluGrad",
    "gradients: T, features: T -> backprops: T",
    types={"T": _LEAKY_TYPES},
    shape=shape_rules.merged,
)
def _leaky_relu_grad(gradients: Any, features: Any, *, alpha: float = 0.2) -> Any:
    return _choose(features > 0, gradients, gradients * _as_stored(alpha, gradients))


def relu(features: Any, name: str | None = None) -> Any:
    """The larger of x and 0 (tf.nn.relu)."""
    return _relu(features, name=name)


def relu6(features: Any, name: str | None = None) -> Any:
    """The elements limited to 0 to 6 (tf.nn.relu6)."""
    return _relu6(features, name=name)


def elu(features: Any, name: str | None = None) -> Any:
    """exp(x) - 1 below zero, x above (tf.nn.elu)."""
    return _elu(features, name=name)


def leaky_relu(features: Any, alpha: float = 0.2, name: str | None = None) -> Any:
    """`alpha` times x below zero, x above; integers become float32 (tf.nn.leaky_relu)."""
    with op_scope(name, "LeakyRelu", features, alpha) as scope:
        features = convert_to_tensor(features, name="features")
        if features.dtype.is_integer:
            features = casting.cast(features, dtypes.float32)
        return _leaky_relu(features, alpha=float(alpha), name=scope)


def softplus(features: Any, name: str | None = None) -> Any:
    """log(exp(x) + 1), without overflow (tf.nn.softplus)."""
    return _softplus(features, name=name)


def softsign(features: Any, name: str | None = None) -> Any:
    """X / (|x| + 1) (tf.nn.softsign)."""
    return _softsign(features, name=name)


def log_sigmoid(x: Any, name: str | None = None) -> Any:
    """The logarithm of the sigmoid of each element (tf.log_sigmoid)."""
    with op_scope(name, "LogSigmoid", x) as scope:
        x = convert_to_tensor(x, name="x")
        return elementwise.negative(softplus(-x), name=scope)


# Gradients


@gradient("Relu")
def _relu_rule(op: Any, grad: Any) -> Any:
    return (_relu_grad(grad, op.outputs[0]),)


@gradient("ReluGrad")
def _relu_grad_rule(op: Any, grad: Any) -> Any:
    x = op.inputs[1]
    return _relu_grad(grad, x), array.zeros_like(x)


@gradient("Relu6")
def _relu6_rule(op: Any, grad: Any) -> Any:
    return (_relu6_grad(grad, op.outputs[0]),)


@gradient("Relu6Grad")
def _relu6_grad_rule(op: Any, grad: Any) -> Any:
    x = op.inputs[1]
    return _relu6_grad(grad, x), array.zeros_like(x)


@gradient("Elu")
def _elu_rule(op: Any, grad: Any) -> Any:
    return (_elu_grad(grad, op.outputs[0]),)


@gradient("EluGrad")
def _elu_grad_rule(op: Any, grad: Any) -> Any:
    dy, y = op.inputs
    curvature = comparison.where(y < 0, grad * dy, array.zeros_like(y))
    return _elu_grad(grad, y), curvature


@gradient("LeakyRelu")
def _leaky_relu_rule(op: Any, grad: Any) -> Any:
    return (_leaky_relu_grad(grad, op.inputs[0], alpha=op.attrs["alpha"]),)


@gradient("LeakyReluGrad")
def _leaky_relu_grad_rule(op: Any, grad: Any) -> Any:
    x = op.inputs[1]
    return _leaky_relu_grad(grad, x, alpha=op.attrs["alpha"]), array.zeros_like(x)


@gradient("Softplus")
def _softplus_rule(op: Any, grad: Any) -> Any:
    return (grad * elementwise.sigmoid(op.inputs[0]),)


@gradient("Softsign")
def _softsign_rule(op: Any, grad: Any) -> Any:
    return (_softsign_grad(grad, op.inputs[0]),)


def selu(features: Any, name: str | None = None) -> Any:
    """Scale * x, below zero scale * alpha * (exp(x) - 1) (tf.nn.selu)."""
    return _selu(features, name=name)


@gradient("Selu")
def _selu_rule(op: Any, grad: Any) -> Any:
    return (_selu_grad(grad, op.outputs[0]),)


@gradient("SeluGrad")
def _selu_grad_rule(op: Any, grad: Any) -> Any:
    dy, y = op.inputs
    return _selu_grad(grad, y), comparison.where(y < 0, grad * dy, array.zeros_like(y))


def crelu(features: Any, name: str | None = None, axis: int = -1) -> Any:
    """The ReLU of x and of -x, side by side along an axis (tf.nn.crelu)."""
    with op_scope(name, "CRelu", features) as scope:
        features = convert_to_tensor(features, name="features")
        return relu(shaping.concat([features, -features], axis, name=scope))


def swish(features: Any, beta: Any = 1.0) -> Any:
    """X * sigmoid(beta * x) (tf.nn.swish, tf.nn.silu)."""
    from minigraph.custom_gradient import custom_gradient

    features = convert_to_tensor(features, name="features")
    beta = casting.cast(convert_to_tensor(beta, name="beta"), features.dtype)

    @custom_gradient
    def swish_impl(features: Any, beta: Any) -> Any:
        def grad(dy: Any) -> Any:
            share = elementwise.sigmoid(beta * features)
            slope = share * (1.0 + (beta * features) * (1.0 - share))
            of_beta = dy * elementwise.square(features) * share * (1.0 - share)
            return dy * slope, reductions.reduce_sum(of_beta)

        return features * elementwise.sigmoid(beta * features), grad

    return swish_impl(features, beta)
