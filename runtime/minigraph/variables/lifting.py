"""Where variables are made: outside control dependencies, control flow and functions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from minigraph import context


@contextmanager
def init_scope() -> Iterator[None]:
    """Lifts what is made inside out of control flow and functions (tf.init_scope).

    The name scope stays, control dependencies are cleared.
    """
    inner = context.get_default_graph()
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
