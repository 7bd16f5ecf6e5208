"""Comparisons, logic, bits, and the choice between two tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from minigraph import dtypes, errors, shapes
from minigraph.convert import convert_to_tensor
from minigraph.ops import elementwise, gathering, shape_rules
from minigraph.ops.elementwise import binary, unary
from minigraph.ops.naming import op_scope
from minigraph.ops.type_lists import INTEGERS, REAL
from minigraph.registry import op

_COMPARE = "x: T, y: T -> z: bool"
_LOGIC = "x: bool, y: bool -> z: bool"

less = binary("Less", np.less, "x < y, element by element (tf.less).", REAL, _COMPARE)
less_equal = binary(
    "LessEqual", np.less_equal, "x <= y, element by element (tf.less_equal).", REAL, _COMPARE
)
greater = binary("Greater", np.greater, "x > y, element by element (tf.greater).", REAL, _COMPARE)
greater_equal = binary(
    "GreaterEqual",
    np.greater_equal,
    "x >= y, element by element (tf.greater_equal).",
    REAL,
    _COMPARE,
)
logical_and = binary(
    "LogicalAnd", np.logical_and, "x and y, element by element (tf.logical_and).", None, _LOGIC
)
logical_or = binary(
    "LogicalOr", np.logical_or, "x or y, element by element (tf.logical_or).", None, _LOGIC
)
bitwise_and = binary(
    "BitwiseAnd", np.bitwise_and, "The bits set in both (tf.bitwise.bitwise_and).", INTEGERS
)
bitwise_or = binary(
    "BitwiseOr", np.bitwise_or, "The bits set in either (tf.bitwise.bitwise_or).", INTEGERS
)
bitwise_xor = binary(
    "BitwiseXor", np.bitwise_xor, "The bits set in one only (tf.bitwise.bitwise_xor).", INTEGERS
)
invert = unary("Invert", np.invert, "Every bit flipped (tf.bitwise.invert).", INTEGERS)


@op("LogicalNot", "x: bool -> y: bool", shape=shape_rules.same)
def _logical_not(x: Any) -> Any:
    return np.logical_not(x)


def logical_not(x: Any, name: str | None = None) -> Any:
    """The opposite of each truth value (tf.logical_not)."""
    return _logical_not(x, name=name)


def logical_xor(x: Any, y: Any, name: str = "LogicalXor") -> Any:
    """Whether exactly one of x and y is true, element by element (tf.logical_xor)."""
    either = logical_or(x, y)
    return logical_and(either, logical_not(logical_and(x, y)), name=name)


# Equality


def _equality_shape(c: Any) -> Any:
    if c.attrs["incompatible_shape_error"]:
        return shape_rules.broadcast(c)
    try:
        return shape_rules.broadcast(c)
    except ValueError:
        return ((),)


def _broadcast(x: Any, y: Any) -> bool:
    try:
        np.broadcast_shapes(np.shape(x), np.shape(y))
    except ValueError:
        return False
    return True


_EQUALITY: dict[str, Any] = {
    "shape": _equality_shape,
    "explain_error": elementwise.incompatible_shapes,
}


@op("Equal", _COMPARE, **_EQUALITY)
def _equal(x: Any, y: Any, *, incompatible_shape_error: bool = True) -> Any:
    if not incompatible_shape_error and not _broadcast(x, y):
        return np.False_
    return np.equal(x, y)


@op("NotEqual", _COMPARE, **_EQUALITY)
def _not_equal(x: Any, y: Any, *, incompatible_shape_error: bool = True) -> Any:
    if not incompatible_shape_error and not _broadcast(x, y):
        return np.True_
    return np.not_equal(x, y)


def equal(x: Any, y: Any, name: str | None = None, **attrs: Any) -> Any:
    """Whether x equals y, element by element (tf.equal)."""
    return _equal(x, y, name=name, **attrs)


def not_equal(x: Any, y: Any, name: str | None = None, **attrs: Any) -> Any:
    """Whether x differs from y, element by element (tf.not_equal)."""
    return _not_equal(x, y, name=name, **attrs)


# Choice


def _select_shape(c: Any) -> Any:
    condition, chosen = c.shapes[0], shapes.merge(c.shapes[1], c.shapes[2])
    if condition is None or chosen is None or condition == ():
        return (chosen,)
    if len(condition) == 1:
        shape_rules.require_rank_at_least(chosen, 1)
        shapes.merge(condition, chosen[:1])
        return (chosen,)
    return (shapes.merge(chosen, condition),)


@op("Select", "condition: bool, t: T, e: T -> output: T", shape=_select_shape)
def _select(condition: Any, t: Any, e: Any) -> Any:
    if np.shape(t) != np.shape(e):
        _refuse_sizes(t, e, 2)
    if np.shape(condition) != np.shape(t) and np.ndim(condition):
        if np.ndim(condition) != 1:
            _refuse_sizes(condition, t, 1)
        if len(condition) != len(t):
            raise errors.InvalidArgumentError(
                None,
                None,
                "Number of batches of 'then' must match size of 'cond', but saw: "
                f"{len(t)} vs. {len(condition)}",
            )
        condition = condition.reshape(condition.shape + (1,) * (np.ndim(t) - 1))
    return _choose(condition, t, e)


def _choose(condition: Any, t: Any, e: Any) -> Any:
    if isinstance(t, bytes) or isinstance(e, bytes):
        t, e = np.asarray(t, object), np.asarray(e, object)
    return np.where(condition, t, e)[()]


def _refuse_sizes(first: Any, other: Any, index: int) -> None:
    left, right = shapes.format_shape(np.shape(first)), shapes.format_shape(np.shape(other))
    raise errors.InvalidArgumentError(
        None,
        None,
        "Inputs to operation Select of type Select must have the same size and shape.  "
        f"Input 0: {left} != input {index}: {right}",
    )


def _select_v2_shape(c: Any) -> Any:
    chosen = shapes.broadcast_shapes(c.shapes[1], c.shapes[2])
    return (shapes.broadcast_shapes(c.shapes[0], chosen),)


def _select_v2_error(op: Any, inputs: Sequence[Any], error: Exception) -> str:
    condition, then, other = (shapes.format_shape(np.shape(value)) for value in inputs)
    return f"condition {condition}, then {then}, and else {other} must be broadcastable"


@op(
    "SelectV2",
    "condition: bool, t: T, e: T -> output: T",
    shape=_select_v2_shape,
    explain_error=_select_v2_error,
)
def _select_v2(condition: Any, t: Any, e: Any) -> Any:
    return _choose(condition, t, e)


def where(condition: Any, x: Any = None, y: Any = None, name: str | None = None) -> Any:
    """Elements of x where `condition` holds, else of y (tf.where).

    x and y have one shape; `condition` has it too, or is a vector that chooses rows, or a scalar.
    Without x and y: the indices of the true elements, int64 [count, rank].
    Raises ValueError where only one of x and y is given.
    """
    if x is None and y is None:
        with op_scope(name, "Where", condition) as scope:
            condition = convert_to_tensor(condition, preferred_dtype=dtypes.bool, name="condition")
            return gathering.where_index(condition, name=scope)
    if x is None or y is None:
        raise ValueError("x and y must both be non-None or both be None.")
    return _select(condition, x, y, name=name)


def where_v2(condition: Any, x: Any = None, y: Any = None, name: str | None = None) -> Any:
    """Like `where`, but condition, x and y broadcast (tf.where_v2)."""
    if x is None and y is None:
        return where(condition, name=name)
    if x is None or y is None:
        raise ValueError("x and y must both be non-None or both be None.")
    return _select_v2(condition, x, y, name=name)
