"""What a picture of a graph shows, read from the public Graph, Operation and Tensor API only.

Nothing here knows a backend, so a TensorFlow graph is read exactly like one of minigraph.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

PLACEHOLDERS = frozenset({"Placeholder", "PlaceholderV2"})
"""Op types that have no value unless they are fed."""

BARE, SERIES_LIMIT = 8, 300
"""A picture with fewer boxes says too little; with more than the second, siblings are drawn as one."""

Edge = tuple[str, int, str, int]
"""Producer, output index, consumer, input index; both indices are -1 for a control edge."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a session makes of one request; everything by operation name.

    ``order`` holds the operations that run, first to last. ``folded`` ones are computed once, when the
    plan is made. ``merged`` maps an operation to the one whose value it shares. ``pruned`` ones are
    not needed for the fetches, and ``unfed`` ones are needed but have no value.
    """

    order: Sequence[str] = ()
    fed: Collection[str] = ()
    fetched: Collection[str] = ()
    unfed: Collection[str] = ()
    pruned: Collection[str] = ()
    folded: Collection[str] = ()
    merged: Mapping[str, str] = field(default_factory=dict)

    def state(self, name: str) -> str:
        """The state of one operation: the name of the field that lists it, else ``plain``."""
        for state in ("fed", "unfed", "pruned", "folded", "merged"):
            if name in getattr(self, state):
                return state
        return "plain"


def leaves(structure: Any) -> Iterator[Any]:
    """The single fetches or feed keys of a nested structure, depth first."""
    if isinstance(structure, Mapping):
        structure = list(structure.values())
    if isinstance(structure, list | tuple):
        for part in structure:
            yield from leaves(part)
    else:
        yield structure


def trace(graph: Any, fetches: Any, feeds: Iterable[Any]) -> Report:
    """Follow the fetches back to what they need, stopping at fed tensors, as a session does."""
    if fetches is None:
        return Report(fed=_fed_operations(graph, feeds))
    fed_tensors = {graph.as_graph_element(key, allow_operation=False).name for key in feeds}
    elements = [graph.as_graph_element(leaf) for leaf in leaves(fetches)]
    tensors = [element for element in elements if hasattr(element, "op")]
    needed: dict[str, Any] = {}
    pending = [element for element in elements if not hasattr(element, "op")]
    pending += [tensor.op for tensor in tensors if tensor.name not in fed_tensors]
    while pending:
        operation = pending.pop()
        if operation.name not in needed:
            needed[operation.name] = operation
            pending += [t.op for t in operation.inputs if t.name not in fed_tensors]
            pending += operation.control_inputs
    names = [operation.name for operation in graph.get_operations()]
    fed = {name.rpartition(":")[0] for name in fed_tensors} - needed.keys()
    unfed = {name for name, op in needed.items() if op.type in PLACEHOLDERS}
    return Report(
        order=[name for name in names if name in needed and name not in unfed],
        fed=fed,
        fetched={element.op.name for element in tensors}
        | {element.name for element in elements if not hasattr(element, "op")},
        unfed=unfed,
        pruned={name for name in names if name not in needed and name not in fed},
    )


def _fed_operations(graph: Any, feeds: Iterable[Any]) -> set[str]:
    return {graph.as_graph_element(key, allow_operation=False).op.name for key in feeds}


@dataclass(slots=True)
class Scope:
    """A name scope, or a series of like-named siblings, with what is directly in it."""

    name: str
    label: str = ""
    operations: list[Any] = field(default_factory=list)
    scopes: dict[str, Scope] = field(default_factory=dict)
    is_open: bool = False

    def all_operations(self) -> Iterator[Any]:
        yield from self.operations
        for scope in self.scopes.values():
            yield from scope.all_operations()


def scope_tree(operations: Sequence[Any]) -> Scope:
    """Sort operations into scopes; an operation named like a scope (a variable) goes inside it."""
    scope_names = {op.name[: m.start()] for op in operations for m in re.finditer("/", op.name)}
    root = Scope("", is_open=True)
    for operation in operations:
        name = operation.name
        path = name if name in scope_names else name.rpartition("/")[0]
        scope = root
        for m in re.finditer("/", path + "/" if path else ""):
            part = path[: m.start()]
            scope = scope.scopes.setdefault(part, Scope(part, part.rpartition("/")[2]))
        scope.operations.append(operation)
    _dissolve(root)
    return root


def _dissolve(scope: Scope) -> None:
    """Move the content of trivial scopes up: a single operation, or one with its own constants."""
    for name, child in list(scope.scopes.items()):
        _dissolve(child)
        main = [op.name for op in child.operations if op.type != "Const"]
        if not child.scopes and (len(child.operations) == 1 or main == [name]):
            scope.operations += child.operations
            del scope.scopes[name]


def close_series(scope: Scope) -> None:
    """Turn siblings that differ in a number only (``add``, ``add_1``, ...) into one closed scope each."""
    groups: dict[str, list[Any]] = {}
    for sibling in [*scope.operations, *scope.scopes.values()]:
        groups.setdefault(sibling.name.rstrip("0123456789").rstrip("_"), []).append(sibling)
    scope.operations, scope.scopes = [], {}
    for stem, members in groups.items():
        target = scope
        if len(members) > 2:
            label = f"{stem} ... ({len(members)} of them)"
            target = scope.scopes.setdefault(stem + "*", Scope(stem + "*", label))
        for member in members:
            if isinstance(member, Scope):
                target.scopes[member.name] = member
            else:
                target.operations.append(member)


def open_scopes(root: Scope, report: Report, limit: int, fold: Collection[str]) -> None:
    """Open scopes while at most ``limit`` boxes show: those that run first, then the outer and small."""
    closed = {name.strip("/") for name in fold}
    shown = 0
    waiting: list[tuple[bool, int, int, str, Scope]] = []

    def open_one(scope: Scope, depth: int) -> None:
        scope.is_open = True
        for child in scope.scopes.values():
            names = [operation.name for operation in child.all_operations()]
            idle = all(name in report.pruned for name in names)
            heapq.heappush(waiting, (idle, depth, len(names), child.name, child))

    open_one(root, 1)
    shown = len(root.operations) + len(root.scopes)
    while waiting:
        _, depth, _, name, scope = heapq.heappop(waiting)
        growth = len(scope.operations) + len(scope.scopes) - 1
        is_bare = shown < BARE and growth <= SERIES_LIMIT
        if name not in closed and (shown + growth <= limit or is_bare):
            shown += growth
            open_one(scope, depth + 1)


def edges(operations: Iterable[Any]) -> Iterator[Edge]:
    """All data and control edges between the operations."""
    for operation in operations:
        for position, tensor in enumerate(operation.inputs):
            producer, _, index = tensor.name.rpartition(":")
            yield producer, int(index), operation.name, position
        for before in operation.control_inputs:
            yield before.name, -1, operation.name, -1


def tensor_text(tensor: Any) -> str:
    """Dtype and static shape as TensorFlow prints them: ``float32 (?, 10)``."""
    return f"{tensor.dtype.name} {tensor.shape}".replace("None", "?")
