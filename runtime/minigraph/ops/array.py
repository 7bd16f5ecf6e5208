"""Ops on whole arrays: placeholders, identities, shapes."""

from __future__ import annotations

from typing import Any

from minigraph import context, dtypes, errors, shapes
from minigraph.dtypes import DType
from minigraph.opdef import Node, Shape
from minigraph.ops import shape_rules
from minigraph.registry import op
from minigraph.tensor import Tensor


@op("NoOp", "->", shape=shape_rules.no_outputs, stateful=True)
def _no_op(ctx: Any) -> Any:
    return ()


def no_op(name: str | None = None) -> Any:
    """An operation that does nothing but carry control dependencies (tf.no_op)."""
    return _no_op(name=name)


@op("Placeholder", "-> output: dtype", shape=shape_rules.from_attr("shape"))
def _placeholder(*, dtype: DType, shape: Shape = None, node: Node) -> Any:
    known = f" and shape {shapes.format_shape(shape)}" if shape is not None else ""
    raise errors.InvalidArgumentError(
        None,
        None,
        f"You must feed a value for placeholder tensor '{node.name}' with dtype "
        f"{dtypes.c_name(dtype)}{known}",
    )


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


@op("PlaceholderWithDefault", "input: dtype -> output: dtype", shape=_default_shape, view=True)
def _placeholder_with_default(input: Any, *, shape: Shape) -> Any:
    return input


def placeholder_with_default(input: Any, shape: Any, name: str | None = None) -> Any:
    """A tensor that a run may feed, with the value `input` where it does not."""
    return _placeholder_with_default(input, shape=shape, name=name)


def _identity_grad(op: Any, grad: Any) -> Any:
    return (grad,)


@op("Identity", "input: T -> output: T", shape=shape_rules.same, grad=_identity_grad, view=True)
def _identity(input: Any) -> Any:
    return input


def identity(input: Any, name: str | None = None) -> Tensor:
    """A tensor with the value of `input` (tf.identity)."""
    return _identity(input, name=name)
