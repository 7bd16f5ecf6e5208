"""ResourceVariable: a variable behind a handle, made with its reads and its initializer."""

from __future__ import annotations

import itertools
from typing import Any

from minigraph import context, convert, dtypes
from minigraph.eager_tensor import EagerTensor
from minigraph.func_graph import FuncGraph
from minigraph.graph_keys import GraphKeys
from minigraph.ops import array, state
from minigraph.ops.naming import op_scope
from minigraph.resources import VariableResource
from minigraph.shapes import as_shape
from minigraph.tensor import SymbolicTensor
from minigraph.variables import guard, serialization
from minigraph.variables.base import check_distribution
from minigraph.variables.handles import BaseResourceVariable
from minigraph.variables.lifting import init_scope
from minigraph.variables.reference import checked_collections

_numbers = itertools.count()


class ResourceVariable(BaseResourceVariable):
    """A variable behind a handle, with reads and writes in an order that a program can rely on."""

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
        if initial_value is not None:
            raise ValueError(
                "The variable_def and initial_value args to `tf.Variable` are mutually exclusive, "
                f"but got both: variable_def={variable_def},\ninitial_value={initial_value}"
            )
        serialization.init_resource(self, variable_def, import_scope)

    @staticmethod
    def from_proto(variable_def: Any, import_scope: str | None = None) -> ResourceVariable:
        """The variable that a VariableDef describes, whose operations the graph already has."""
        return ResourceVariable(variable_def=variable_def, import_scope=import_scope)

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
        self._synchronization, self._aggregation, self._trainable = check_distribution(
            synchronization, aggregation, trainable, name
        )
        if initial_value is None:
            raise ValueError(
                "The `initial_value` arg to `tf.Variable` must be specified except when you are "
                "not providing a `variable_def`. You provided neither."
            )
        if _is_inside_function(initial_value) and not context.tracing_eagerly():
            raise ValueError(
                f"Argument `initial_value` ({initial_value}) could not be lifted out of a "
                f"`tf.function`. (Tried to create variable with name='{name}'). To avoid this "
                "error, when constructing `tf.Variable`s inside of `tf.function` you can create "
                "the `initial_value` tensor in a `tf.init_scope` or pass a callable "
                "`initial_value` (e.g., `tf.Variable(lambda : tf.truncated_normal([10, 40]))`). "
                "Please file a feature request if this restriction inconveniences you."
            )
        collections = checked_collections(collections)
        if constraint is not None and not callable(constraint):
            raise ValueError(
                "Argument `constraint` must be None or a callable. a callable. Got a "
                f"{type(constraint)}:  {constraint}"
            )
        if self._trainable and GraphKeys.TRAINABLE_VARIABLES not in collections:
            collections = [*collections, GraphKeys.TRAINABLE_VARIABLES]
        self._constraint = constraint
        self._caching_device = caching_device
        self._validate_shape = validate_shape
        with init_scope():
            values = () if callable(initial_value) else (initial_value,)
            with op_scope(name, "Variable", *values) as scope_name:
                if context.executing_eagerly():
                    self._make_eagerly(scope_name, initial_value, dtype, shape)
                    return
                self._add_operations(scope_name, initial_value, dtype, shape)
            context.get_default_graph().add_to_collections(collections, self)

    def _make_eagerly(self, scope_name: str, initial_value: Any, dtype: Any, shape: Any) -> None:
        """The variable with its value, which the handle holds: it lives as long as the handle."""
        self._in_graph_mode, self._creation = False, next(_numbers)
        if callable(initial_value):
            initial_value = initial_value()
        if isinstance(initial_value, SymbolicTensor) and initial_value.graph.building_function:
            initial_value = context.eager_value(initial_value)
        value = convert.convert_to_tensor(initial_value, dtype, "initial_value")
        self._describe(scope_name, value, shape)
        storage = VariableResource(scope_name[:-1], self._dtype, self._shape._dims)
        self._handle = EagerTensor(storage, dtypes.resource)
        known = {"_handle_shape": self._shape._dims, "_handle_dtype": self._dtype}
        self._handle.__dict__.update(known)
        with context.recording():
            state.assign_variable_op(self._handle, value)

    def _add_operations(self, scope_name: str, initial_value: Any, dtype: Any, shape: Any) -> None:
        graph = context.get_default_graph()
        handle_name = scope_name[:-1]
        with graph._attr_scope({"_class": [f"loc:@{handle_name}".encode()]}):
            with graph.name_scope("Initializer"), graph.device(None):
                if callable(initial_value):
                    initial_value = initial_value()
                value = convert.convert_to_tensor(initial_value, dtype, "initial_value")
            self._make_handle(scope_name, value, shape)
        if guard.is_inside_control_flow(value):
            raise ValueError(
                f"The `initial_value` passed to `tf.Variable` {scope_name} is from inside a "
                "control-flow  construct, such as a loop or conditional. When creating a "
                "`tf.Variable` inside a loop or conditional, use a lambda as the `initial_value`. "
                f"Got: initial_value=({value})"
            )
        self._initial_value = value
        with graph.name_scope("IsInitialized"):
            self._is_initialized_op = state.var_is_initialized_op(self._handle)
        with (
            graph.name_scope("Assign") as assign_name,
            graph.colocate_with(None, ignore_existing=True),
            graph.device(self._handle.device),
        ):
            self._initializer_op = state.assign_variable_op(
                self._handle, guard.guarded(scope_name, value), name=assign_name
            )
        with graph.name_scope("Read"):
            self._add_reads(graph)

    def _describe(self, scope_name: str, value: Any, shape: Any) -> None:
        if shape is None:
            shape = value.shape
        elif not value.shape.is_compatible_with(shape):
            raise ValueError(
                f"In this `tf.Variable` creation, the initial value's shape ({value.shape}) is "
                f"not compatible with the explicitly supplied `shape` argument ({shape})."
            )
        self._shape = as_shape(shape)
        self._dtype = dtypes.as_dtype(value.dtype.base_dtype)
        self._handle_name = f"{scope_name[:-1]}:0"

    def _make_handle(self, scope_name: str, value: Any, shape: Any) -> None:
        self._describe(scope_name, value, shape)
        self._handle = state.var_handle_op(
            shape=self._shape,
            dtype=self._dtype,
            shared_name=scope_name[:-1],
            debug_name=scope_name,
            name=scope_name,
        )

    def _add_reads(self, graph: Any) -> None:
        with graph.device(self._handle.device):
            value = state.read_variable_op(self._handle, dtype=self._dtype)
        self._graph_element = value
        if self._caching_device is not None:
            with (
                graph.colocate_with(None, ignore_existing=True),
                graph.device(self._caching_device),
            ):
                self._cached_value = array.identity(value)


def _is_inside_function(value: Any) -> bool:
    graph = getattr(value, "graph", None) if isinstance(value, SymbolicTensor) else None
    return isinstance(graph, FuncGraph)
