"""Name scopes for functions that are made of several ops."""

from __future__ import annotations

from typing import Any

from minigraph.default_graph import name_scope


def op_scope(name: str | None, default_name: str, *values: Any) -> name_scope:
    """Opens the scope `name` or `default_name` in the graph of `values`; yields it with a slash."""
    return name_scope(name, default_name, values)
