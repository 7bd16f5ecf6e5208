"""Variables to VariableDef messages and back: they name operations that a graph already has."""

from __future__ import annotations

from typing import Any

from minigraph import context, dtypes, shapes
from minigraph.scopes import prepend_scope, strip_scope
from minigraph.variables.base import SaveSliceInfo, Variable, check_distribution


def _definition(variable: Any, storage: Any, snapshot: Any, scope: str | None) -> Any:
    if scope is not None and not storage.name.startswith(scope):
        return None
    from minigraph import protos

    message = protos.VariableDef(
        variable_name=strip_scope(storage.name, scope),
        initializer_name=strip_scope(variable.initializer.name, scope),
        snapshot_name=strip_scope(snapshot.name, scope),
        trainable=bool(variable.trainable),
        synchronization=variable.synchronization.value,
        aggregation=variable.aggregation.value,
    )
    if variable._initial_value is not None:
        message.initial_value_name = strip_scope(variable._initial_value.name, scope)
    if info := variable._save_slice_info:
        part = message.save_slice_info_def
        part.full_name = strip_scope(info.full_name, scope)
        part.full_shape[:], part.var_offset[:] = info.full_shape, info.var_offset
        part.var_shape[:] = info.var_shape
    return message


def reference_to_proto(variable: Any, export_scope: str | None) -> Any:
    """The VariableDef of a reference variable."""
    return _definition(variable, variable._variable, variable._snapshot, export_scope)


def resource_to_proto(variable: Any, export_scope: str | None) -> Any:
    """The VariableDef of a resource variable."""
    snapshot = variable._cached_value
    snapshot = variable._graph_element if snapshot is None else snapshot
    message = _definition(variable, variable.handle, snapshot, export_scope)
    if message is not None:
        message.is_resource = True
    return message


class _Elements:
    """Looks up what a VariableDef names, in the default graph."""

    def __init__(self, scope: str | None) -> None:
        self._graph = context.get_default_graph()
        self._scope = scope

    def __call__(self, name: str) -> Any:
        return self._graph.as_graph_element(prepend_scope(name, self._scope)) if name else None

    def slice_info(self, message: Any) -> SaveSliceInfo | None:
        """What a VariableDef says of the larger variable that this is a part of."""
        if not message.HasField("save_slice_info_def"):
            return None
        part = message.save_slice_info_def
        name = prepend_scope(part.full_name, self._scope)
        shapes = (list(part.full_shape), list(part.var_offset), list(part.var_shape))
        return SaveSliceInfo(name, *shapes)


def _init_common(variable: Variable, message: Any, find: _Elements) -> None:
    variable._initializer_op = find(message.initializer_name)
    variable._initial_value = find(message.initial_value_name)
    variable._synchronization, variable._aggregation, variable._trainable = check_distribution(
        message.synchronization, message.aggregation, message.trainable, message.variable_name
    )
    variable._constraint = None
    variable._save_slice_info = find.slice_info(message)


def init_reference(variable: Any, message: Any, import_scope: str | None) -> None:
    """Fills in a reference variable from its VariableDef."""
    find = _Elements(import_scope)
    variable._variable = find(message.variable_name)
    variable._name = variable._variable.name
    variable._snapshot = find(message.snapshot_name)
    _init_common(variable, message, find)


def init_resource(variable: Any, message: Any, import_scope: str | None) -> None:
    """Fills in a resource variable from its VariableDef; ValueError for a reference variable's."""
    if not message.is_resource:
        raise ValueError(
            "The `variable_def` you passed to `tf.Variable` is Trying to restore a TF 1.x "
            "Reference Variable as a TF 2.x ResourceVariable. This is unsupported. Got "
            f"variable_def={message}"
        )
    find = _Elements(import_scope)
    handle = find(message.variable_name)
    variable._handle = handle
    variable._handle_name = handle.name
    variable._shape = shapes.from_tuple(handle.op.attrs["shape"])
    variable._dtype = dtypes.as_dtype(handle.op.attrs["dtype"])
    snapshot = find(message.snapshot_name or f"{handle.op.name}/Read/ReadVariableOp:0")
    variable._cached_value = None if snapshot.op.type == "ReadVariableOp" else snapshot
    while snapshot.op.type != "ReadVariableOp":
        snapshot = snapshot.op.inputs[0]
    variable._graph_element = snapshot
    variable._validate_shape = True
    _init_common(variable, message, find)
