"""Name scopes for functions that are made of several ops."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from minigraph import context
from minigraph.graph import graph_of


@contextmanager
def op_scope(name: str | None, default_name: str, *values: Any) -> Iterator[str]:
    """Opens the scope `name` or `default_name` in the graph of `values`.

    Yields the scope with its slash: given as the name of the last op it becomes that op's name.
    """
    graph = graph_of(values)
    if graph is context.get_default_graph():
        with graph.name_scope(name or default_name) as scope:
            yield scope
    else:
        with graph.as_default(), graph.name_scope(name or default_name) as scope:
            yield scope
