"""Assigning to variables of either kind (tf.assign and its like)."""

from __future__ import annotations

from typing import Any

from minigraph.ops import state


def given(**attrs: Any) -> dict[str, Any]:
    """The attributes that are not None: the others keep their defaults."""
    return {key: value for key, value in attrs.items() if value is not None}


def assign(
    ref: Any,
    value: Any,
    validate_shape: bool | None = None,
    use_locking: bool | None = None,
    name: str | None = None,
) -> Any:
    """Sets a variable (tf.assign); the result has its value after the assignment.

    Raises AttributeError for a plain tensor, ValueError or TypeError for a value that does not fit.
    """
    if not ref.dtype._is_ref_dtype:
        return ref.assign(value, name=name)
    attrs = given(validate_shape=validate_shape, use_locking=use_locking)
    return state.assign(ref, value, name=name, **attrs)


def assign_add(
    ref: Any, value: Any, use_locking: bool | None = None, name: str | None = None
) -> Any:
    """Adds `value` to a variable (tf.assign_add)."""
    if not ref.dtype._is_ref_dtype:
        return ref.assign_add(value)
    return state.assign_add(ref, value, name=name, **given(use_locking=use_locking))


def assign_sub(
    ref: Any, value: Any, use_locking: bool | None = None, name: str | None = None
) -> Any:
    """Subtracts `value` from a variable (tf.assign_sub)."""
    if not ref.dtype._is_ref_dtype:
        return ref.assign_sub(value)
    return state.assign_sub(ref, value, name=name, **given(use_locking=use_locking))


def is_variable_initialized(variable: Any, name: str | None = None) -> Any:
    """A bool tensor: whether a variable has a value (tf.is_variable_initialized)."""
    if variable.dtype._is_ref_dtype:
        return state.is_variable_initialized(variable, name=name)
    return variable.is_initialized(name=name)


def count_up_to(ref: Any, limit: int, name: str | None = None) -> Any:
    """The value of a counter, which it then increments (tf.count_up_to).

    The run raises OutOfRangeError at `limit`.
    """
    if ref.dtype._is_ref_dtype:
        return state.count_up_to(ref, limit=limit, name=name)
    return state.resource_count_up_to(ref.handle, limit=limit, T=ref.dtype, name=name)
