"""The functions that act on the default graph: scopes, devices, dependencies, collections."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any

from minigraph import context, errors
from minigraph.graph import Graph, graph_of


def _default() -> Graph:
    graph: Graph = context.get_default_graph()
    return graph


class name_scope:
    """Puts the operations made inside a `with` block under a name (tf.compat.v1.name_scope).

    name: the scope; `default_name` is used where it is None. values: tensors whose graph becomes
    the default graph. Entering gives the scope as a string that ends in "/".
    Raises TypeError where `values` are given without any name.
    """

    def __init__(
        self, name: str | None, default_name: str | None = None, values: Any = None
    ) -> None:
        if not (default_name is None or isinstance(default_name, str)):
            raise TypeError(
                f"`default_name` type ({type(default_name)}) is not a string type. You likely "
                "meant to pass this into the `values` kwarg."
            )
        self._name = default_name if name is None else name
        self._has_any_name = not (name is None and default_name is None)
        self._values = values
        self._managers: list[Any] = []

    @property
    def name(self) -> str | None:
        """The name asked for."""
        return self._name

    @errors.hinted
    def __enter__(self) -> str:
        if self._values is not None and not self._has_any_name:
            raise ValueError(
                "At least one of name (None) and default_name (None) must be provided."
            )
        values = [] if self._values is None else list(self._values)
        graph: Graph = context.get_default_graph()
        if values and not context.executing_eagerly():
            graph = graph_of(values)
        entered: list[AbstractContextManager[Any]] = []
        if graph is not context.get_default_graph():
            entered.append(graph.as_default())
        entered.append(graph.name_scope(self._name))
        self._managers.append(entered)
        scope = ""
        for manager in entered:
            scope = manager.__enter__()
        return scope

    def __exit__(self, *exc_info: Any) -> None:
        for manager in reversed(self._managers.pop()):
            manager.__exit__(*exc_info)


def control_dependencies(control_inputs: Any) -> Any:
    """A block whose operations run after `control_inputs` (tf.control_dependencies)."""
    if context.executing_eagerly():
        return nullcontext()
    return context.get_default_graph().control_dependencies(control_inputs)


def device(device_name_or_function: Any) -> Any:
    """A block whose operations ask for a device (tf.device)."""
    return context.get_default_graph().device(device_name_or_function)


def container(container_name: str) -> Any:
    """A block whose stateful operations use a resource container (tf.container)."""
    return context.get_default_graph().container(container_name)


def colocate_with(op: Any, ignore_existing: bool = False) -> Any:
    """A block whose operations are placed with `op` (tf.colocate_with)."""
    return context.get_default_graph().colocate_with(op, ignore_existing)


def add_to_collection(name: Any, value: Any) -> None:
    """Appends to a collection of the default graph."""
    context.get_default_graph().add_to_collection(name, value)


def add_to_collections(names: Any, value: Any) -> None:
    """Appends to several collections of the default graph."""
    context.get_default_graph().add_to_collections(names, value)


def get_collection(key: Any, scope: str | None = None) -> list[Any]:
    """A copy of a collection of the default graph, with `scope` only matching names."""
    return _default().get_collection(key, scope)


def get_collection_ref(key: Any) -> list[Any]:
    """The list of a collection of the default graph itself."""
    return _default().get_collection_ref(key)


def get_all_collection_keys() -> list[str]:
    """The names of the collections of the default graph."""
    return _default().get_all_collection_keys()


def op_scope(values: Any, name: str | None, default_name: str | None = None) -> name_scope:
    """The older spelling of `name_scope` (tf.op_scope)."""
    return name_scope(name, default_name, values)
