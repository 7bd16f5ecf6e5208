"""Where variables are made: outside control dependencies, control flow and functions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from minigraph import context
from minigraph.default_graph import name_scope


@contextmanager
def init_scope() -> Iterator[None]:
    """Lifts what is made inside out of control flow and functions (tf.init_scope).

    The name scope stays, control dependencies are cleared. Operations run at once where eager code
    is around all functions.
    """
    inner = context.get_default_graph()
    if context.tracing_eagerly():
        scope = inner.get_name_scope()
        with context.eager_mode(), name_scope(f"{scope}/" if scope else None):
            yield
        return
    graph = inner
    while graph.building_function and graph.outer_graph is not None:
        graph = graph.outer_graph
    if graph is inner:
        with graph.control_dependencies(None):
            yield
        return
    scope = inner.get_name_scope()
    with (
        graph.as_default(),
        graph.name_scope(f"{scope}/" if scope else None),
        graph.control_dependencies(None),
    ):
        yield
