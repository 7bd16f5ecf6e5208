"""Reference variables: the storage is a tensor of a reference dtype (TensorFlow 1's own kind)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from minigraph import context, convert, shapes
from minigraph.composite import IndexedSlices
from minigraph.graph_keys import GraphKeys
from minigraph.ops import array, assignment, scattering, state, state_parts
from minigraph.ops.naming import op_scope
from minigraph.shapes import TensorShape
from minigraph.variables import guard, serialization
from minigraph.variables.base import Variable, check_distribution, create_through_scopes
from minigraph.variables.lifting import init_scope


class VariableV1(Variable):
    """`tf.compat.v1.Variable`: calling it makes the kind of variable that is in force.

    initial_value: tensor, value or function without arguments; trainable: whether optimizers
    change it; collections: where it is listed (GLOBAL_VARIABLES); validate_shape: False lets the
    shape vary; dtype, shape: what the value must have; use_resource: which kind to make.
    Raises ValueError for missing or shapeless initial values and malformed arguments.
    """

    @staticmethod
    def _create(  # type: ignore[override]
        initial_value: Any = None,
        trainable: Any = None,
        collections: Any = None,
        validate_shape: bool = True,
        caching_device: Any = None,
        name: str | None = None,
        variable_def: Any = None,
        dtype: Any = None,
        expected_shape: Any = None,
        import_scope: str | None = None,
        constraint: Any = None,
        use_resource: bool | None = None,
        synchronization: Any = None,
        aggregation: Any = None,
        shape: Any = None,
    ) -> Any:
        return create_through_scopes(
            default_creator,
            initial_value=initial_value,
            trainable=trainable,
            collections=collections,
            validate_shape=validate_shape,
            caching_device=caching_device,
            name=name,
            variable_def=variable_def,
            dtype=dtype,
            expected_shape=expected_shape,
            import_scope=import_scope,
            constraint=constraint,
            use_resource=use_resource,
            synchronization=synchronization,
            aggregation=aggregation,
            shape=shape,
        )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Only for the kinds: calling this class makes one of them."""

    @staticmethod
    def from_proto(variable_def: Any, import_scope: str | None = None) -> RefVariable:
        """The variable that a VariableDef describes, whose operations the graph already has."""
        return RefVariable(variable_def=variable_def, import_scope=import_scope)

    def initialized_value(self) -> Any:
        """The value, or the initial value before the first assignment."""
        from minigraph.ops import control_flow

        with init_scope():
            return control_flow.cond(
                assignment.is_variable_initialized(self),
                self.read_value,
                lambda: self.initial_value,
            )


def default_creator(
    use_resource: bool | None = None, expected_shape: Any = None, **kwargs: Any
) -> Any:
    """Makes a resource variable or a reference variable, by argument, scope or switch."""
    from minigraph.variables import scope
    from minigraph.variables.resource import ResourceVariable

    if use_resource is None:
        use_resource = scope.get_variable_scope().use_resource
    if use_resource is None:
        use_resource = context.resource_variables_enabled()
    if use_resource or context.executing_eagerly():
        return ResourceVariable(**kwargs)
    return RefVariable(**kwargs)


def _scatter_method(name: str) -> Callable[..., Any]:
    def method(
        self: RefVariable, sparse_delta: Any, use_locking: bool = False, name: str | None = None
    ) -> Any:
        if not isinstance(sparse_delta, IndexedSlices):
            raise TypeError(f"sparse_delta is not IndexedSlices: {sparse_delta}")
        return builder(
            self._variable,
            sparse_delta.indices,
            sparse_delta.values,
            use_locking=use_locking,
            name=name,
        )

    builder = scattering.REFERENCE[name]
    method.__doc__ = f"Applies IndexedSlices by `tf.scatter_{name}`; the result is the new value."
    return method


def _scatter_nd_method(name: str) -> Callable[..., Any]:
    def method(self: RefVariable, indices: Any, updates: Any, name: str | None = None) -> Any:
        return builder(self._variable, indices, updates, use_locking=True, name=name)

    builder = scattering.REFERENCE_ND[name]
    method.__doc__ = f"Applies updates by `tf.scatter_nd_{name}`; the result is the new value."
    return method


class RefVariable(VariableV1):
    """A variable whose operation outputs its storage; each consumer reads it when it runs."""

    _create = None  # type: ignore[assignment]
    _variable: Any
    _snapshot: Any
    _name: str

    def __init__(
        self,
        initial_value: Any = None,
        variable_def: Any = None,
        import_scope: str | None = None,
        **kwargs: Any,
    ) -> None:
        if not variable_def:
            self._init_from_args(initial_value, **kwargs)
            return
        if initial_value:
            raise ValueError("variable_def and initial_value are mutually exclusive.")
        serialization.init_reference(self, variable_def, import_scope)

    def _init_from_args(
        self,
        initial_value: Any,
        trainable: Any = None,
        collections: Any = None,
        validate_shape: bool = True,
        caching_device: Any = None,
        name: str | None = None,
        dtype: Any = None,
        constraint: Any = None,
        synchronization: Any = None,
        aggregation: Any = None,
        shape: Any = None,
    ) -> None:
        if initial_value is None:
            raise ValueError("initial_value must be specified.")
        collections = checked_collections(collections)
        if constraint is not None and not callable(constraint):
            raise ValueError("The `constraint` argument must be a callable.")
        self._constraint = constraint
        self._caching_device = caching_device
        self._synchronization, self._aggregation, self._trainable = check_distribution(
            synchronization, aggregation, trainable, name
        )
        if self._trainable and GraphKeys.TRAINABLE_VARIABLES not in collections:
            collections = [*collections, GraphKeys.TRAINABLE_VARIABLES]
        with init_scope():
            if context.executing_eagerly():
                raise RuntimeError(
                    "Reference variables are not supported when eager execution is enabled. "
                    "Please run `tf.compat.v1.enable_resource_variables()` to switch to resource "
                    "variables."
                )
            values = () if callable(initial_value) else (initial_value,)
            with op_scope(name, "Variable", *values) as scope_name:
                self._add_operations(scope_name, initial_value, validate_shape, dtype, shape)
            context.get_default_graph().add_to_collections(collections, self)

    def _add_operations(
        self, scope_name: str, initial_value: Any, validate_shape: bool, dtype: Any, shape: Any
    ) -> None:
        graph = context.get_default_graph()
        if callable(initial_value):
            colocation = {"_class": [f"loc:@{scope_name[:-1]}".encode()]}
            with graph._attr_scope(colocation):
                with graph.name_scope("Initializer"), graph.device(None):
                    value = convert.convert_to_tensor(initial_value(), dtype, "initial_value")
                self._variable = self._storage(value, validate_shape, shape, scope_name)
        else:
            value = convert.convert_to_tensor(initial_value, dtype, "initial_value")
            if guard.is_inside_control_flow(value):
                raise ValueError(
                    f"Initializer for variable {scope_name} is from inside a control-flow "
                    "construct, such as a loop or conditional. When creating a variable inside a "
                    "loop or conditional, use a lambda as the initializer."
                )
            self._variable = self._storage(value, validate_shape, shape, scope_name)
        self._initial_value = value
        self._name = self._variable.name
        if validate_shape and not value.shape.is_fully_defined():
            raise ValueError(f"initial_value must have a shape specified: {value}")
        self._initializer_op = assignment.assign(
            self._variable, guard.guarded(scope_name, value), validate_shape=validate_shape
        ).op
        with self._read_placement(graph):
            self._snapshot = array.identity(self._variable, name="read")

    def _storage(self, value: Any, validate_shape: bool, shape: Any, scope_name: str) -> Any:
        if shape is None:
            shape = value.shape if validate_shape else shapes.unknown_shape()
        return state.variable_v2(shape=shape, dtype=value.dtype.base_dtype, name=scope_name)

    def _read_placement(self, graph: Any) -> Any:
        if self._caching_device is not None:
            return graph.device(self._caching_device)
        return graph.colocate_with(self._variable.op)

    def _as_graph_element(self) -> Any:
        return self._variable

    def value(self) -> Any:
        """The tensor `name/read`, which all who use the variable share."""
        return self._snapshot

    def read_value(self) -> Any:
        """A read of its own, which runs after the control dependencies in force."""
        return array.identity(self._variable, name="read")

    def _ref(self) -> Any:
        return self._variable

    def set_shape(self, shape: Any) -> None:
        """Merges `shape` into the static shape."""
        for tensor in (self._variable, self._snapshot):
            tensor.set_shape(shape)

    @property
    def name(self) -> str:
        """The name of the storage tensor, "v:0"."""
        return self._name

    @property
    def op(self) -> Any:
        """The operation that holds the storage."""
        return self._variable.op

    @property
    def graph(self) -> Any:
        """The graph that holds the variable."""
        return self._variable.graph

    @property
    def dtype(self) -> Any:
        """The reference dtype, e.g. float32_ref."""
        return self._variable.dtype

    @property
    def device(self) -> str:
        """The device asked for."""
        return self._variable.device  # type: ignore[no-any-return]

    @property
    def shape(self) -> TensorShape:  # type: ignore[override]
        """The static shape."""
        return self._variable.shape  # type: ignore[no-any-return]

    def assign(
        self,
        value: Any,
        use_locking: bool = False,
        name: str | None = None,
        read_value: bool = True,
    ) -> Any:
        """Sets the value; the result is the variable's tensor after the assignment."""
        result = assignment.assign(self._variable, value, use_locking=use_locking, name=name)
        return result if read_value else result.op

    def assign_add(
        self,
        delta: Any,
        use_locking: bool = False,
        name: str | None = None,
        read_value: bool = True,
    ) -> Any:
        """Adds `delta` to the value."""
        result = assignment.assign_add(self._variable, delta, use_locking=use_locking, name=name)
        return result if read_value else result.op

    def assign_sub(
        self,
        delta: Any,
        use_locking: bool = False,
        name: str | None = None,
        read_value: bool = True,
    ) -> Any:
        """Subtracts `delta` from the value."""
        result = assignment.assign_sub(self._variable, delta, use_locking=use_locking, name=name)
        return result if read_value else result.op

    def batch_scatter_update(
        self, sparse_delta: Any, use_locking: bool = False, name: str | None = None
    ) -> Any:
        """Replaces rows, batch by batch, by IndexedSlices."""
        return scattering.batch_scatter_update(
            self, sparse_delta.indices, sparse_delta.values, use_locking=use_locking, name=name
        )

    def count_up_to(self, limit: int) -> Any:
        """The value, which it then increments; OutOfRangeError at `limit`."""
        return assignment.count_up_to(self._variable, limit)

    def _strided_slice_assign(self, **kwargs: Any) -> Any:
        return state_parts.strided_slice_assign(
            self._variable,
            *[kwargs.pop(key) for key in ("begin", "end", "strides", "value")],
            **kwargs,
        )

    def to_proto(self, export_scope: str | None = None) -> Any:
        """The VariableDef that names this variable's operations; None outside `export_scope`."""
        return serialization.reference_to_proto(self, export_scope)

    # `v += 1` in a program binds a tensor to the name: it assigns nothing.

    def __iadd__(self, other: Any) -> Any:
        return self + other

    def __isub__(self, other: Any) -> Any:
        return self - other

    def __imul__(self, other: Any) -> Any:
        return self * other

    def __itruediv__(self, other: Any) -> Any:
        return self / other

    def __ipow__(self, other: Any) -> Any:
        return self**other


for _name in scattering.REFERENCE:
    setattr(RefVariable, f"scatter_{_name}", _scatter_method(_name))
for _name in scattering.REFERENCE_ND:
    setattr(RefVariable, f"scatter_nd_{_name}", _scatter_nd_method(_name))


def checked_collections(collections: Any) -> Any:
    """The collections that list a variable; ValueError where they are no list, tuple or set."""
    if collections is None:
        return [GraphKeys.GLOBAL_VARIABLES]
    if not isinstance(collections, (list, tuple, set)):
        raise ValueError(
            "collections argument to Variable constructor must be a list, tuple, or set. Got "
            f"{collections} of type {type(collections)}"
        )
    return collections


def _to_tensor(
    variable: RefVariable, dtype: Any = None, name: str | None = None, as_ref: bool = False
) -> Any:
    if dtype and not dtype.is_compatible_with(variable.dtype):
        raise ValueError(
            f"Incompatible type conversion requested to type '{dtype.name}' for variable of type "
            f"'{variable.dtype.name}'"
        )
    return variable._ref() if as_ref else variable.value()


convert.register_tensor_conversion_function(RefVariable, _to_tensor)
