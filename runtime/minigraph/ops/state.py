"""Ops that hold and change state: reference variables and resource variables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from minigraph import dtypes, errors, shapes
from minigraph.dtypes import DType
from minigraph.opdef import Attr, Node, OpDef, Shape, register
from minigraph.ops import shape_rules
from minigraph.ops.array import INDEX
from minigraph.ops.gathering import check_indices
from minigraph.registry import OpBuilder, op
from minigraph.resources import VariableResource

UPDATE_TYPES = tuple(
    dtypes.as_dtype(name)
    for name in (
        "float",
        "double",
        "int32",
        "uint8",
        "int16",
        "int8",
        "complex64",
        "int64",
        "qint8",
        "quint8",
        "qint32",
        "bfloat16",
        "qint16",
        "quint16",
        "uint16",
        "complex128",
        "half",
        "uint32",
        "uint64",
    )
)


# Reference variables: the output is the storage itself; the plan reads it for other consumers.


@op("VariableV2", "-> ref: Ref(dtype)", shape=shape_rules.from_attr("shape"), stateful=True)
def variable_v2(
    ctx: Any,
    *,
    shape: Shape,
    dtype: DType,
    container: str = "",
    shared_name: str = "",
    node: Node,
) -> Any:
    """The storage of a reference variable in this session."""
    name = (shared_name.decode() if shared_name else "") or node.name
    where = container.decode() if container else ""
    return ctx.resources.get_or_create(where, name, lambda: VariableResource(name, dtype, shape))


def check_initialized(ref: VariableResource) -> Any:
    """The value of a reference variable; FailedPreconditionError before its first assignment."""
    return ref.read()


def _assign_shape(c: Any) -> Any:
    if c.attrs["validate_shape"]:
        return (shapes.merge(c.shapes[0], c.shapes[1]),)
    return (c.shapes[1],)


@op("Assign", "ref: Ref(T), value: T -> output_ref: Ref(T)", shape=_assign_shape)
def assign(ref: Any, value: Any, *, validate_shape: bool = True, use_locking: bool = True) -> Any:
    """Stores `value` in a reference variable."""
    if validate_shape and ref.shape is not None:
        if not shapes.compatible(np.shape(value), ref.shape):
            raise errors.InvalidArgumentError(
                None,
                None,
                "Assign requires shapes of both tensors to match. "
                f"lhs shape= {shapes.format_shape(ref.shape)} "
                f"rhs shape= {shapes.format_shape(np.shape(value))}",
            )
    ref.value = copied(value)
    return ref


def copied(value: Any) -> Any:
    """A value that nobody else holds: what a variable stores."""
    return value.copy() if isinstance(value, np.ndarray) else value


def updating(name: str, function: Callable[[Any, Any], Any]) -> OpBuilder:
    """Declares an op that replaces a reference variable's value by function(value, operand)."""

    def kernel(ref: Any, value: Any) -> Any:
        with ref.lock:
            ref.value = function(ref.read(), value)
        return ref

    return OpBuilder(
        register(
            OpDef(
                name,
                "ref: Ref(T), value: T -> output_ref: Ref(T)",
                kernel,
                types={"T": UPDATE_TYPES},
                attrs={"use_locking": False},
                shape=shape_rules.merged,
            )
        )
    )


assign_add = updating("AssignAdd", np.add)
assign_sub = updating("AssignSub", np.subtract)


@op("IsVariableInitialized", "ref: Ref(dtype) -> is_initialized: bool", shape=shape_rules.scalar)
def is_variable_initialized(ref: Any) -> Any:
    """Whether a reference variable has a value."""
    return np.bool_(ref.value is not None)


@op(
    "CountUpTo",
    "ref: Ref(T) -> output: T",
    types={"T": INDEX},
    shape=shape_rules.scalar,
)
def count_up_to(ref: Any, *, limit: int) -> Any:
    """The value of a counter, which it then increments; OutOfRangeError at the limit."""
    with ref.lock:
        value = ref.read()
        if value >= limit:
            raise errors.OutOfRangeError(None, None, f"Reached limit of {limit}")
        ref.value = value + value.dtype.type(1)
        return value


# Resource variables: a handle, and ops that read and write what it stands for.


@op(
    "VarHandleOp",
    "-> resource: resource",
    shape=shape_rules.scalar,
    attrs={"allowed_devices": Attr("allowed_devices", "list(string)", [])},
    stateful=True,
)
def var_handle_op(
    ctx: Any,
    *,
    container: str = "",
    shared_name: str = "",
    debug_name: str = "",
    dtype: DType,
    shape: Shape,
    node: Node,
) -> Any:
    """The handle of a resource variable."""
    name = (shared_name.decode() if shared_name else "") or node.name
    where = container.decode() if container else ""
    return ctx.resources.get_or_create(where, name, lambda: VariableResource(name, dtype, shape))


def resource_shape(tensor: Any) -> Any:
    """The static shape that a handle's variable has."""
    return tensor.__dict__.get("_handle_shape", tensor.op.attrs.get("shape"))


def _read_gradient(op: Any, grad: Any) -> Any:
    return (grad,)


@op(
    "ReadVariableOp",
    "resource: resource -> value: dtype",
    shape=lambda c: (resource_shape(c.op.inputs[0]),),
    grad=_read_gradient,
    stateful=True,
    view=True,
)
def read_variable_op(ctx: Any, resource: Any) -> Any:
    """The value of a resource variable; FailedPreconditionError before the first assignment."""
    value = resource.value
    if value is None:
        raise not_found(resource)
    return value


def not_found(resource: VariableResource) -> errors.OpError:
    """What reading a resource variable without a value raises."""
    return errors.FailedPreconditionError(
        None,
        None,
        f"Could not find variable {resource.name}. This could mean that the variable has been "
        "deleted. In TF1, it can also mean the variable is uninitialized. Debug info: "
        "container=localhost, status error message=Container localhost does not exist. (Could not "
        f"find resource: localhost/{resource.name})",
    )


@op(
    "AssignVariableOp",
    "resource: resource, value: dtype ->",
    shape=shape_rules.no_outputs,
    stateful=True,
)
def assign_variable_op(ctx: Any, resource: Any, value: Any, *, validate_shape: bool = False) -> Any:
    """Stores `value` in a resource variable."""
    if validate_shape and resource.shape is not None:
        if not shapes.compatible(np.shape(value), resource.shape):
            raise errors.InvalidArgumentError(
                None,
                None,
                "Shape of tensor does not match variable: "
                f"{shapes.format_shape(np.shape(value))} vs. {shapes.format_shape(resource.shape)}",
            )
    resource.value = copied(value)
    return ()


def _resource_update(name: str, function: Callable[[Any, Any], Any]) -> OpBuilder:
    def kernel(ctx: Any, resource: Any, value: Any) -> Any:
        with resource.lock:
            if resource.value is None:
                raise errors.NotFoundError(
                    None,
                    None,
                    "Container localhost does not exist. (Could not find resource: "
                    f"localhost/{resource.name})",
                )
            resource.value = function(resource.value, value)
        return ()

    return OpBuilder(
        register(
            OpDef(
                name,
                "resource: resource, value: dtype ->",
                kernel,
                shape=shape_rules.no_outputs,
                stateful=True,
            )
        )
    )


assign_add_variable_op = _resource_update("AssignAddVariableOp", np.add)
assign_sub_variable_op = _resource_update("AssignSubVariableOp", np.subtract)


@op(
    "VarIsInitializedOp",
    "resource: resource -> is_initialized: bool",
    shape=shape_rules.scalar,
    stateful=True,
)
def var_is_initialized_op(ctx: Any, resource: Any) -> Any:
    """Whether a resource variable has a value."""
    return np.bool_(resource.value is not None)


# Scattered updates


def scattered(value: Any, indices: Any, updates: Any, how: Callable[..., Any] | None) -> Any:
    """A copy of `value` with rows replaced (how=None) or combined by a ufunc's `at`."""
    check_indices(indices, len(value))
    result = value.copy()
    if how is None:
        result[indices] = updates
    else:
        how(result, indices, updates)
    return result


def _scatter_shape(c: Any) -> Any:
    ref, indices, updates = c.shapes
    if ref is not None and indices is not None and updates not in (None, ()):
        shapes.merge(updates, (*indices, *ref[1:]))
    return (ref,)


def _scatter_op(name: str, how: Callable[..., Any] | None) -> OpBuilder:
    def kernel(ref: Any, indices: Any, updates: Any) -> Any:
        with ref.lock:
            ref.value = scattered(ref.read(), indices, updates, how)
        return ref

    types: dict[str, Any] = {"Tindices": INDEX}
    if how is not None:
        types["T"] = UPDATE_TYPES
    return OpBuilder(
        register(
            OpDef(
                name,
                "ref: Ref(T), indices: Tindices, updates: T -> output_ref: Ref(T)",
                kernel,
                types=types,
                attrs={"use_locking": how is None},
                shape=_scatter_shape,
            )
        )
    )


def _resource_scatter_op(name: str, how: Callable[..., Any] | None) -> OpBuilder:
    def kernel(ctx: Any, resource: Any, indices: Any, updates: Any) -> Any:
        with resource.lock:
            if resource.value is None:
                raise not_found(resource)
            resource.value = scattered(resource.value, indices, updates, how)
        return ()

    types: dict[str, Any] = {"Tindices": INDEX}
    if how is not None:
        types["dtype"] = UPDATE_TYPES
    return OpBuilder(
        register(
            OpDef(
                name,
                "resource: resource, indices: Tindices, updates: dtype ->",
                kernel,
                types=types,
                shape=shape_rules.no_outputs,
                stateful=True,
            )
        )
    )


scatter_update = _scatter_op("ScatterUpdate", None)
scatter_add = _scatter_op("ScatterAdd", np.add.at)
scatter_sub = _scatter_op("ScatterSub", np.subtract.at)
scatter_mul = _scatter_op("ScatterMul", np.multiply.at)
scatter_div = _scatter_op("ScatterDiv", np.true_divide.at)
resource_scatter_update = _resource_scatter_op("ResourceScatterUpdate", None)
resource_scatter_add = _resource_scatter_op("ResourceScatterAdd", np.add.at)
resource_scatter_sub = _resource_scatter_op("ResourceScatterSub", np.subtract.at)
