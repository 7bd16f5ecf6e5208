"""An error with what is known of the call that failed, and ways to look around in its graph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from minigraph import context
from minigraph.draw.model import leaves
from minigraph.graph import Graph
from minigraph.operation import Operation
from minigraph.tensor import SymbolicTensor

MOST_NAMES = 4
"""Longer lists end in an ellipsis."""


class Failure(NamedTuple):
    """An error, what the failed call was given by name, and what the message says."""

    error: BaseException
    about: Mapping[str, Any]
    known: Mapping[str, str]

    @property
    def graph(self) -> Any:
        """The graph in question: what was called, else the operation's, else the default one."""
        op, owner = getattr(self.error, "op", None), self.about.get("owner")
        if isinstance(owner, Graph):
            return owner
        return op.graph if op is not None else getattr(owner, "graph", context.get_default_graph())

    @property
    def op(self) -> Operation | None:
        """The operation that the message names, else the one that failed."""
        named: Operation | None = self.graph._operations.get(self.known.get("op", ""))
        return named or getattr(self.error, "op", None)

    @property
    def feeds(self) -> Mapping[Any, Any]:
        """The feed_dict."""
        feeds = self.about.get("feed_dict")
        return feeds if isinstance(feeds, Mapping) else {}

    @property
    def fed(self) -> list[Operation]:
        """The operations whose outputs are fed."""
        return list(self._operations(self.feeds))

    @property
    def fetched(self) -> list[Operation]:
        """The operations of the fetches."""
        return list(self._operations(leaves(self.about.get("fetches"))))

    def _operations(self, elements: Iterable[Any]) -> Iterator[Operation]:
        for element in elements:
            try:
                found = self.graph.as_graph_element(element)
            except (TypeError, ValueError, KeyError):
                continue
            yield found.op if isinstance(found, SymbolicTensor) else found

    def common(self) -> dict[str, str]:
        """What may be told of any error: the operation, its maker, and what it takes."""
        op, owner, told = self.op, self.about.get("owner"), {"building": self.about.get("type", "")}
        given = list(op.inputs if op is not None else self.about.get("inputs", ()))
        typed = [value for value in given if hasattr(value, "dtype")]
        told["typed"] = listed(f"{_name(v)} {v.dtype.base_dtype.name}" for v in typed)
        told["shaped"] = listed(f"{_name(v)} {_shape(v)}" for v in given)
        if op is not None:
            told |= {"op": op.name, "maker": maker(op)}
        if isinstance(owner, SymbolicTensor):
            told["asked"] = owner.name
        is_eager, is_traced = context.executing_eagerly(), context.tracing_eagerly()
        return told | flags(is_eager=is_eager, is_traced=is_traced)


def listed(names: Iterable[str]) -> str:
    """The names, the first few of many."""
    names = list(dict.fromkeys(names))
    return ", ".join(names[:MOST_NAMES]) + (", …" if len(names) > MOST_NAMES else "")


def path(start: Operation, ends: Sequence[Operation]) -> list[Operation]:
    """The shortest way from an operation to one of `ends`, with the flow of the data."""
    came_from: dict[Operation, Operation | None] = dict.fromkeys(ends)
    queue = list(ends)
    for op in queue:
        if op is start:
            way = [op]
            while (after := came_from[way[-1]]) is not None:
                way.append(after)
            return way
        for before in (*(tensor.op for tensor in op.inputs), *op.control_inputs):
            if before not in came_from:
                came_from[before] = op
                queue.append(before)
    return []


def arrows(way: Sequence[Operation]) -> str:
    """A path as text."""
    names = [op.name for op in way]
    return " → ".join(names if len(names) < 7 else [*names[:3], "…", *names[-2:]])


def flags(**holds: bool) -> dict[str, str]:
    """Facts that are true or not, for the causes that ask for them."""
    return {name: "yes" if value else "" for name, value in holds.items()}


def maker(op: Operation) -> str:
    """The user's line that made an operation."""
    frame = op.traceback[-1]
    place = f"line {frame.lineno} of {Path(frame.filename).name}"
    return f"`{frame.line}`" if frame.line else place


def _name(value: Any) -> str:
    return str(getattr(value, "name", "a value"))


def _shape(value: Any) -> str:
    try:
        return str(value.shape if hasattr(value, "shape") else np.shape(value))
    except (TypeError, ValueError):
        return "of any shape"
