"""What a picture of a graph shows, read from the public Graph, Operation and Tensor API only.

Nothing here knows a backend, so a TensorFlow graph is read exactly like one of minigraph.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

OWNED = frozenset({"Const", "ReadVariableOp"})
"""Op types that come into being beside the operation that takes them, in a scope of its name."""

PLACEHOLDERS = frozenset({"Placeholder", "PlaceholderV2"})
"""Op types that have no value unless they are fed."""

VARIABLES = frozenset({"VariableV2", "VarHandleOp"})
"""Op types that own a variable's storage, in a scope of the variable's name."""

BARE, SERIES_LIMIT = 8, 60
"""Fewer boxes than this say too little; more siblings than this are drawn as series."""

MANY = 4
"""A box that takes from this many others, and from which none takes, collects."""

Edge = tuple[str, int, str, int]
"""Producer, output index, consumer, input index; both indices are -1 for a control edge."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a session makes of one request; everything by operation name.

    ``order`` holds the operations that run, first to last. ``folded`` ones have their value in the
    plan. ``merged`` maps an operation to the one whose value it shares. ``pruned`` ones are not
    needed for the fetches, ``unfed`` ones are needed but have no value, and ``forwarded`` ones only
    hand their input on. ``numbers`` stand at the boxes, by default the places in the order.
    """

    order: Sequence[str] = ()
    fed: Collection[str] = ()
    fetched: Collection[str] = ()
    unfed: Collection[str] = ()
    pruned: Collection[str] = ()
    folded: Collection[str] = ()
    merged: Mapping[str, str] = field(default_factory=dict)
    forwarded: Collection[str] = ()
    numbers: Mapping[str, int] = field(default_factory=dict)

    def state(self, name: str) -> str:
        """The state of one operation: the name of the field that lists it, else ``plain``."""
        for state in ("fed", "unfed", "pruned", "folded", "merged", "forwarded"):
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


def trace(graph: Any, fetches: Any, fed: Collection[Any]) -> Report:
    """Follow the fetches back to what they need, stopping at fed tensors, as a session does."""
    if fetches is None:
        return Report(fed={tensor.op.name for tensor in fed})
    fed_tensors = {tensor.name for tensor in fed}
    elements = [graph.as_graph_element(leaf) for leaf in leaves(fetches)]
    needed: dict[str, Any] = {}
    pending = [_operation_of(e) for e in elements if e.name not in fed_tensors]
    while pending:
        operation = pending.pop()
        if operation.name not in needed:
            needed[operation.name] = operation
            pending += [tensor.op for tensor in operation.inputs if tensor.name not in fed_tensors]
            pending += [op for op in operation.control_inputs if not _is_replaced(op, fed_tensors)]
    replaced = {tensor.op.name for tensor in fed} - needed.keys()
    unfed = {name for name, operation in needed.items() if operation.type in PLACEHOLDERS}
    names = [operation.name for operation in graph.get_operations()]
    return Report(
        order=[name for name in names if name in needed and name not in unfed],
        fed=replaced,
        fetched={_operation_of(element).name for element in elements},
        unfed=unfed,
        pruned={name for name in names if name not in needed and name not in replaced},
    )


def _operation_of(element: Any) -> Any:
    return element.op if hasattr(element, "op") else element


def _is_replaced(operation: Any, fed_tensors: Collection[str]) -> bool:
    """A fed placeholder does not run, even for those that only wait for it."""
    outputs = [tensor.name for tensor in operation.outputs]
    return operation.type in PLACEHOLDERS and all(name in fed_tensors for name in outputs)


def planned(traced: Report, plan: Any) -> Report:
    """The same run as the plan of a session has it; ``plan`` lists order, folded and merged."""
    order = [operation.name for operation in plan.order]
    merged = {operation.name: twin.name for operation, twin in plan.merged}
    idle = {operation.name for operation in plan.idle}
    handed_on = {operation.name for operation in plan.forwarded}
    folded = set(traced.order) - set(order) - merged.keys() - idle - handed_on
    pruned = {*traced.pruned, *idle}
    return replace(
        traced, order=order, folded=folded, merged=merged, pruned=pruned, forwarded=handed_on
    )


@dataclass(slots=True)
class Scope:
    """A name scope, or a series of like-named siblings, with what is directly in it."""

    name: str
    label: str = ""
    operations: list[Any] = field(default_factory=list)
    scopes: dict[str, Scope] = field(default_factory=dict)
    is_series: bool = False
    is_open: bool = False

    @property
    def is_aside(self) -> bool:
        """Whether it only keeps a variable: opened after all others."""
        return any(op.name == self.name and op.type in VARIABLES for op in self.operations)

    def all_operations(self) -> Iterator[Any]:
        """The operations of this scope and of those below it."""
        yield from self.operations
        for scope in self.scopes.values():
            yield from scope.all_operations()


def scope_tree(operations: Sequence[Any], boxes: int = 0) -> Scope:
    """Sort operations into scopes; an operation named like a scope (a variable) goes inside it.

    What has more siblings than fit into a picture of ``boxes`` boxes becomes series.
    """
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
    _dissolve(root, max(boxes, SERIES_LIMIT))
    return root


def _dissolve(scope: Scope, most: int) -> None:
    """Move the content of trivial scopes up: one operation, alone or with what only it takes.

    Then more siblings than ``most`` become series.
    """
    for name, child in list(scope.scopes.items()):
        _dissolve(child, most)
        main = [op.name for op in child.operations if op.type not in OWNED]
        if not child.scopes and (len(child.operations) == 1 or main == [name]):
            scope.operations += child.operations
            del scope.scopes[name]
    if len(scope.operations) + len(scope.scopes) > most:
        _close_series(scope)


def _close_series(scope: Scope) -> None:
    """Make one closed scope of siblings that differ in a number only (``add``, ``add_1``, ...)."""
    groups: dict[str, list[Any]] = {}
    for sibling in [*scope.operations, *scope.scopes.values()]:
        groups.setdefault(re.sub(r"_?[0-9]+", "", sibling.name), []).append(sibling)
    scope.operations, scope.scopes = [], {}
    for stem, members in groups.items():
        target = scope
        if len(members) > 2:
            name = f"{stem} × {len(members)}"
            target = scope.scopes.setdefault(name, Scope(name, name, is_series=True))
        for member in members:
            if isinstance(member, Scope):
                target.scopes[member.name] = member
            else:
                target.operations.append(member)


def open_scopes(
    root: Scope,
    report: Report,
    limit: int,
    fold: Collection[str] = (),
    unfold: Collection[str] = (),
    aside: Collection[str] = (),
) -> None:
    """Open scopes while at most ``limit`` boxes show: what runs first, then the outer and small.

    Those ``aside``, those that keep a variable and those that do not run come last, and only if all
    others are open.
    """
    closed = {name.strip("/") for name in fold}
    wanted = {name.strip("/")[:end] for name in unfold for end in _ends(name.strip("/"))}
    waiting: list[tuple[bool, int, int, str, Scope]] = []

    def open_one(scope: Scope, depth: int) -> None:
        scope.is_open = True
        for child in scope.scopes.values():
            names = [operation.name for operation in child.all_operations()]
            idle = all(name in report.pruned for name in names)
            idle |= child.is_aside or child.name + "/" in aside
            if child.name in wanted:
                heapq.heappush(waiting, (False, -1, 0, child.name, child))
            elif child.name not in closed and not child.is_series:
                heapq.heappush(waiting, (idle, depth, len(names), child.name, child))

    shown = len(root.operations) + len(root.scopes)
    open_one(root, 1)
    is_full = False
    while waiting:
        is_last, depth, _, _, scope = heapq.heappop(waiting)
        growth = len(scope.operations) + len(scope.scopes) - 1
        is_bare = shown < BARE and growth <= SERIES_LIMIT
        fits = shown + growth <= limit and not (is_last and is_full)
        if fits or is_bare or scope.name in wanted:
            shown += growth
            open_one(scope, depth + 1)
        else:
            is_full = True


def _ends(name: str) -> list[int]:
    """Where the names of the scopes around ``name``, and its own, end."""
    return [*(m.start() for m in re.finditer("/", name)), len(name)]


def collectors(root: Scope, operations: Sequence[Any]) -> dict[str, set[str]]:
    """Boxes at the top into which many others lead and nothing leads on: the gradients, the update
    of all variables, their initializer; each with the boxes from which its lines are drawn.

    Boxes are operations (``a``) and scopes (``a/``). The lines from the other boxes would run
    beside everything else in a large graph.
    """
    box_of = {operation.name: operation.name for operation in root.operations}
    for scope in root.scopes.values():
        box_of |= dict.fromkeys((op.name for op in scope.all_operations()), scope.name + "/")
    made: dict[str, int] = {}
    for number, operation in enumerate(operations):
        made.setdefault(box_of[operation.name], number)
    before: dict[str, set[str]] = {box: set() for box in made}
    after: dict[str, set[str]] = {box: set() for box in made}
    for producer, _, consumer, _ in edges(operations):
        source, target = box_of[producer], box_of[consumer]
        if source != target:
            before[target].add(source)
            after[source].add(target)
    found: set[str] = set()
    while new := {
        box
        for box in made.keys() - found
        if before[box]
        and after[box] <= found
        and sum(len(before[b] | after[b]) > 1 for b in before[box] | after[box]) >= MANY
    }:
        found |= new
    return {b: before[b] & found or {max(before[b], key=lambda box: made[box])} for b in found}


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
