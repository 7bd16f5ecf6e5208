"""Ops that hold and change state: reference variables and resource variables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from minigraph import dtypes, errors, shapes
from minigraph.opdef import Attr, Node, OpDef, register
from minigraph.ops import shape_rules
from minigraph.ops.array import INDEX
from minigraph.ops.type_lists import NUMBERS
from minigraph.registry import OpBuilder, op
from minigraph.resources import ReferenceResource, VariableResource

# Reference variables: the output is the storage itself; the plan reads it for other consumers.


_STORAGE_ATTRS = {
    "shape": Attr("shape", "shape"),
    "dtype": Attr("dtype", "type"),
    "container": "",
    "shared_name": "",
}


def _storage(ctx: Any, node: Any, kind: type[VariableResource]) -> Any:
    """What the session keeps for a variable: found by name, made at the first request."""
    attrs = node.attrs
    shared_name, container = attrs["shared_name"], attrs["container"]
    name = shared_name.decode() if shared_name else node.name
    container = container.decode() if container else ""
    found = ctx.resources.lookup(container, name, node)
    if found is None:
        found = ctx.resources.get_or_create(
            container, name, lambda: kind(name, attrs["dtype"], attrs["shape"]), node
        )
    return found


@op(
    "VariableV2",
    "-> ref: Ref(dtype)",
    attrs=_STORAGE_ATTRS,
    shape=shape_rules.from_attr("shape"),
    stateful=True,
)
def variable_v2(ctx: Any, *, node: Node) -> Any:
    """The storage of a reference variable in this session."""
    return _storage(ctx, node, ReferenceResource)


@op(
    "Variable",
    "-> ref: Ref(dtype)",
    attrs=_STORAGE_ATTRS,
    shape=lambda c: (c.attrs["shape"] or None,),  # a scalar and an unknown shape look alike
    stateful=True,
)
def variable_v1(ctx: Any, *, node: Node) -> Any:
    """The same, as graphs before TensorFlow 1.0 have it."""
    return _storage(ctx, node, ReferenceResource)


def _assign_shape(c: Any) -> Any:
    if c.attrs["validate_shape"]:
        return (shapes.merge(c.shapes[0], c.shapes[1]),)
    return (c.shapes[1],)


@op("Assign", "ref: Ref(T), value: T -> output_ref: Ref(T)", shape=_assign_shape)
def assign(ref: Any, value: Any, *, validate_shape: bool = True, use_locking: bool = True) -> Any:
    """Stores `value` in a reference variable."""
    if validate_shape:
        # A variable of unknown shape counts as a scalar until it has a value.
        current = (ref.shape or ()) if ref.value is None else np.shape(ref.value)
        if not shapes.compatible(np.shape(value), current):
            raise errors.InvalidArgumentError(
                None,
                None,
                "Assign requires shapes of both tensors to match. "
                f"lhs shape= {shapes.format_shape(current)} "
                f"rhs shape= {shapes.format_shape(np.shape(value))}",
            )
    ref.store(value)
    return ref


def updating(name: str, function: np.ufunc) -> OpBuilder:
    """Declares an op that sets a reference variable to function(value, operand), in place."""

    def kernel(ref: Any, value: Any) -> Any:
        with ref.lock:
            current = ref.read()
            if np.shape(current) != np.shape(value):
                raise errors.InvalidArgumentError(
                    None, None, "Parameters and update must be the same size"
                )
            function(current, value, out=current)
        return ref

    return OpBuilder(
        register(
            OpDef(
                name,
                "ref: Ref(T), value: T -> output_ref: Ref(T)",
                kernel,
                types={"T": NUMBERS},
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
        value = ref.read()[()]
        if value >= limit:
            raise errors.OutOfRangeError(None, None, f"Reached limit of {limit}")
        ref.store(value + value.dtype.type(1))
        return value


# Resource variables: a handle, and ops that read and write what it stands for.


@op(
    "VarHandleOp",
    "-> resource: resource",
    shape=shape_rules.scalar,
    attrs={
        **_STORAGE_ATTRS,
        "debug_name": "",
        "allowed_devices": Attr("allowed_devices", "list(string)", []),
    },
    stateful=True,
)
def var_handle_op(ctx: Any, *, node: Node) -> Any:
    """The handle of a resource variable."""
    return _storage(ctx, node, VariableResource)


def resource_shape(tensor: Any) -> Any:
    """The static shape that a handle's variable has."""
    known = tensor.__dict__
    return known["_handle_shape"] if "_handle_shape" in known else tensor.op.attrs.get("shape")


def handle_dtype(tensor: Any) -> Any:
    """The dtype of a handle's variable, None where it is not known."""
    known = tensor.__dict__
    return known["_handle_dtype"] if "_handle_dtype" in known else tensor.op.attrs.get("dtype")


def _read_gradient(op: Any, grad: Any) -> Any:
    return (grad,)


def _checked_shape(c: Any) -> Any:
    """The static shape of the variable; ValueError where the op asks for another dtype."""
    handle = c.op.inputs[0]
    held = handle.op.attrs.get("dtype", dtypes.resource)
    if held not in (dtypes.resource, c.attrs["dtype"]):
        raise ValueError(
            f"Trying to read variable with wrong dtype. Expected {dtypes.c_name(held)} got "
            f"{dtypes.c_name(c.attrs['dtype'])}"
        )
    return resource_shape(handle)


def _assigned_shape(c: Any) -> Any:
    shapes.merge(_checked_shape(c), c.shapes[1])
    return ()


@op(
    "ReadVariableOp",
    "resource: resource -> value: dtype",
    shape=lambda c: (_checked_shape(c),),
    grad=_read_gradient,
    stateful=True,
    view=True,
)
def read_variable_op(ctx: Any, resource: Any) -> Any:
    """The value of a resource variable; FailedPreconditionError before the first assignment."""
    value = resource.value
    if value is None:
        raise not_found(ctx, resource)
    return value


def not_found(ctx: Any, resource: VariableResource) -> errors.OpError:
    """What reading a resource variable without a value raises."""
    container, _ = ctx.resources.neighbours(resource)
    return errors.FailedPreconditionError(
        None,
        None,
        f"Could not find variable {resource.name}. This could mean that the variable has been "
        "deleted. In TF1, it can also mean the variable is uninitialized. Debug info: "
        f"container={container}, status error message={_absence(ctx, resource)}",
    )


def missing(ctx: Any, resource: VariableResource) -> errors.OpError:
    """What updating a resource variable without a value raises."""
    return errors.NotFoundError(None, None, _absence(ctx, resource))


def _absence(ctx: Any, resource: VariableResource) -> str:
    # TensorFlow makes a container when the first of its variables gets a value.
    container, inside = ctx.resources.neighbours(resource)
    others = [other for other in inside if isinstance(other, VariableResource)]
    if any(type(other) is ReferenceResource or other.value is not None for other in others):
        return f"Resource {container}/{resource.name}/N10tensorflow3VarE does not exist."
    return (
        f"Container {container} does not exist. (Could not find resource: "
        f"{container}/{resource.name})"
    )


@op(
    "AssignVariableOp",
    "resource: resource, value: dtype ->",
    shape=_assigned_shape,
    stateful=True,
)
def assign_variable_op(ctx: Any, resource: Any, value: Any, *, validate_shape: bool = False) -> Any:
    """Stores `value` in a resource variable."""
    if validate_shape and resource.shape is not None:
        if not shapes.compatible(np.shape(value), resource.shape):
            raise errors.InvalidArgumentError(
                None,
                None,
                "Trying to assign to variable with tensor with wrong shape. Expected "
                f"{shapes.format_shape(resource.shape)} got {shapes.format_shape(np.shape(value))}",
            )
    resource.store(value.copy() if isinstance(value, np.ndarray) else value)
    return ()


def _resource_update(name: str, function: Callable[[Any, Any], Any]) -> OpBuilder:
    def kernel(ctx: Any, resource: Any, value: Any) -> Any:
        with resource.lock:
            current = resource.value
            if current is None:
                raise missing(ctx, resource)
            if np.shape(current) != np.shape(value):
                sizes = [shapes.format_shape(np.shape(item)) for item in (current, value)]
                raise errors.InvalidArgumentError(
                    None,
                    None,
                    f"Cannot update variable with shape {sizes[0]} using a Tensor with shape "
                    f"{sizes[1]}, shapes must be equal.",
                )
            resource.store(function(current, value))
        return ()

    return OpBuilder(
        register(
            OpDef(
                name,
                "resource: resource, value: dtype ->",
                kernel,
                shape=_assigned_shape,
                stateful=True,
            )
        )
    )


assign_add_variable_op = _resource_update("AssignAddVariableOp", np.add)
assign_sub_variable_op = _resource_update("AssignSubVariableOp", np.subtract)


@op("DisableCopyOnRead", "resource: resource ->", stateful=True)
def disable_copy_on_read(ctx: Any, resource: Any) -> Any:
    """Nothing: models that TensorFlow 2 saved have it before each read of a variable."""
    return ()


@op(
    "VarIsInitializedOp",
    "resource: resource -> is_initialized: bool",
    shape=shape_rules.scalar,
    stateful=True,
)
def var_is_initialized_op(ctx: Any, resource: Any) -> Any:
    """Whether a resource variable has a value."""
    return np.bool_(resource.value is not None)


@op(
    "ResourceCountUpTo",
    "resource: resource -> output: T",
    types={"T": INDEX},
    shape=shape_rules.scalar,
    stateful=True,
)
def resource_count_up_to(ctx: Any, resource: Any, *, limit: int) -> Any:
    """The value of a counter, which it then increments; OutOfRangeError at the limit."""
    with resource.lock:
        value = initialized(ctx, resource)
        if value >= limit:
            raise errors.OutOfRangeError(None, None, f"Reached limit of {limit}")
        resource.store(value + value.dtype.type(1))
        return value


def initialized(ctx: Any, resource: VariableResource) -> Any:
    """The value of a resource variable; FailedPreconditionError before the first assignment."""
    if resource.value is None:
        raise not_found(ctx, resource)
    return resource.value
