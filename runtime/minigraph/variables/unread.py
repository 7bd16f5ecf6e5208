"""UnreadVariable: what an assignment to a resource variable returns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from minigraph import context
from minigraph.default_graph import control_dependencies
from minigraph.ops import scattering, state
from minigraph.variables.base import check_distribution
from minigraph.variables.handles import BaseResourceVariable


class _UnreadVariable(BaseResourceVariable):
    """A variable after an assignment: whoever reads it, reads after that."""

    def __init__(self, variable: BaseResourceVariable, parent_op: Any) -> None:
        self._variable = variable
        self._handle = variable.handle
        self._in_graph_mode = variable._in_graph_mode
        self._handle_name = f"{variable._handle_name}:0"
        self._dtype = variable.dtype
        self._shape = variable.shape
        self._synchronization, self._aggregation, self._trainable = check_distribution(
            None,
            None,
            None if self._in_graph_mode else variable.trainable,
            self._handle_name,
        )
        self._parent_op = parent_op
        if self._in_graph_mode:
            self._graph_element = self._read_variable_op()

    @property
    def name(self) -> str:
        """The name of the assignment."""
        return "UnreadVariable" if self._parent_op is None else self._parent_op.name

    @property
    def op(self) -> Any:
        """The assignment."""
        return self._parent_op

    def _after_parent(self) -> Any:
        return control_dependencies([] if self._parent_op is None else [self._parent_op])

    def value(self) -> Any:
        """A read after the assignment."""
        return self._read_variable_op()

    def read_value(self) -> Any:
        """A read after the assignment."""
        return self._read_variable_op()

    def _read_variable_op(self) -> Any:
        context.variable_accessed(self._variable)
        with self._after_parent():
            return state.read_variable_op(self._handle, dtype=self._dtype)


def _after_parent(name: str) -> Callable[..., Any]:
    function: Callable[..., Any] = getattr(BaseResourceVariable, name)

    def method(self: _UnreadVariable, *args: Any, **kwargs: Any) -> Any:
        with self._after_parent():
            return function(self, *args, **kwargs)

    method.__doc__ = function.__doc__
    return method


for _name in (
    *("assign", "assign_add", "assign_sub", "batch_scatter_update"),
    *(f"scatter_{kind}" for kind in scattering.RESOURCE),
    *(f"scatter_nd_{kind}" for kind in scattering.RESOURCE_ND),
):
    setattr(_UnreadVariable, _name, _after_parent(_name))
