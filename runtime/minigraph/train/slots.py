"""Slots: variables that an optimizer or an average keeps for each variable of the model."""

from __future__ import annotations

from typing import Any

from minigraph import context
from minigraph.ops import array
from minigraph.variables import initializers, scope
from minigraph.variables.base import Variable
from minigraph.variables.handles import is_resource_variable
from minigraph.variables.reference import RefVariable


def create_slot(primary: Any, val: Any, name: str, colocate_with_primary: bool = True) -> Any:
    """A variable `PRIMARY/NAME`, not trained, with the initial value `val`."""
    validate = val.shape.is_fully_defined()
    return _create(primary, val, name, colocate_with_primary, validate, None, None)


def create_slot_with_initializer(
    primary: Any,
    initializer: Any,
    shape: Any,
    dtype: Any,
    name: str,
    colocate_with_primary: bool = True,
) -> Any:
    """A variable `PRIMARY/NAME`, not trained, filled by an initializer."""
    validate = shape.is_fully_defined()
    return _create(primary, initializer, name, colocate_with_primary, validate, shape, dtype)


def create_zeros_slot(
    primary: Any, name: str, dtype: Any = None, colocate_with_primary: bool = True
) -> Any:
    """A variable `PRIMARY/NAME`, not trained, that starts as zeros of the primary's shape."""
    dtype = primary.dtype if dtype is None else dtype
    shape = primary.shape
    if shape.is_fully_defined():
        zeros = initializers.Zeros()
        return create_slot_with_initializer(
            primary, zeros, shape, dtype, name, colocate_with_primary
        )
    source = initialized_value(primary) if isinstance(primary, Variable) else primary
    value = array.zeros(array.shape(source), dtype=dtype)
    return create_slot(primary, value, name, colocate_with_primary)


def initialized_value(variable: Any) -> Any:
    """The value of a variable of either kind, its initial value before the first assignment."""
    from minigraph.ops import assignment, control_flow

    return control_flow.cond(
        assignment.is_variable_initialized(variable),
        variable.read_value,
        lambda: variable.initial_value,
    )


def _create(
    primary: Any, val: Any, name: str, colocate: bool, validate: bool, shape: Any, dtype: Any
) -> Any:
    prefix = primary._shared_name if isinstance(primary, Variable) else primary.op.name
    with scope.variable_scope(None, f"{prefix}/{name}"):
        if not colocate:
            return _variable(primary, val, validate, shape, dtype)
        with context.get_default_graph().colocate_with(primary):
            return _variable(primary, val, validate, shape, dtype)


def _variable(primary: Any, val: Any, validate: bool, shape: Any, dtype: Any) -> Any:
    use_resource: bool | None = None
    if is_resource_variable(primary):
        use_resource = True
    elif isinstance(primary, RefVariable):
        use_resource = False
    return scope.get_variable(
        "",
        initializer=val,
        trainable=False,
        use_resource=use_resource,
        shape=shape if callable(val) else None,
        dtype=dtype,
        validate_shape=validate,
    )
