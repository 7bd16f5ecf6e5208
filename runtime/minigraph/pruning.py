"""What a run needs: the operations above its fetches, and in which order they can run."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterable
from typing import Any

from minigraph import errors
from minigraph.graph import Graph
from minigraph.operation import Operation
from minigraph.steps import may_block
from minigraph.tensor import SymbolicTensor


def needed_operations(
    graph: Graph, fetches: Iterable[SymbolicTensor], targets: Iterable[Operation], fed: set[Any]
) -> list[Operation]:
    """The operations that a run must execute, in an order that respects every edge."""
    needed: set[Operation] = set()
    stack = [tensor.op for tensor in fetches if tensor not in fed]
    stack.extend(targets)
    while stack:
        op = stack.pop()
        if op in needed:
            continue
        needed.add(op)
        stack.extend(tensor.op for tensor in op.inputs if tensor not in fed)
        for control in op._control_inputs:
            # A fed placeholder is replaced by its value: it does not run.
            if control.inputs or not control.outputs or not fed.issuperset(control.outputs):
                stack.append(control)
    if graph._foreign_ops:
        _check_kernels(needed)
    if graph._has_late_edges:

        def sources(op: Operation) -> set[Operation]:
            # What a turn of a loop hands to the next is no input of this turn.
            ops = {t.op for t in op.inputs if t not in fed and t.op.op_def.routing != "turns"}
            return ops.union(op._control_inputs) & needed

        return topological(needed, sources)
    return sorted(needed, key=_creation)


def _check_kernels(needed: set[Operation]) -> None:
    """Raises UnimplementedError where minigraph lacks the op type of an operation."""
    lacking = sorted((op for op in needed if op.op_def.kernel is None), key=_creation)
    if lacking:
        first, types = lacking[0], ", ".join(sorted({op.type for op in lacking}))
        raise errors.UnimplementedError(
            first.node_def,
            first,
            f"minigraph cannot run the ops {types}, which this request needs. It can run the rest "
            "of the graph: fetch what does not depend on them, or feed their outputs.",
        )


def _creation(op: Operation) -> int:
    return op._id


def topological(nodes: set[Any], sources: Callable[[Any], set[Any]]) -> list[Any]:
    """Kahn's algorithm, the earliest made first: for graphs with edges added afterwards.

    sources: the nodes that must come before one. Raises InvalidArgumentError for a cycle.
    """
    waits: dict[Any, int] = {}
    followers: dict[Any, list[Any]] = {node: [] for node in nodes}
    for node in nodes:
        before = sources(node)
        waits[node] = len(before)
        for source in before:
            followers[source].append(node)
    ready = [(node._id, node) for node, count in waits.items() if count == 0]
    heapq.heapify(ready)
    order: list[Any] = []
    while ready:
        _, node = heapq.heappop(ready)
        order.append(node)
        for follower in followers[node]:
            waits[follower] -= 1
            if waits[follower] == 0:
                heapq.heappush(ready, (follower._id, follower))
    if len(order) < len(nodes):
        stuck = min(nodes.difference(order), key=_creation)
        if not isinstance(stuck, Operation):
            raise stuck.cycle_error()
        raise errors.InvalidArgumentError(
            stuck.node_def, stuck, f"Graph is invalid, contains a cycle through {stuck.name}"
        )
    return order


def without_idle(
    order: list[Operation],
    fetches: Iterable[SymbolicTensor],
    targets: Iterable[Operation],
    fed: Collection[SymbolicTensor],
) -> tuple[list[Operation], list[Operation]]:
    """Splits needed operations into those that run and those that others merely wait for.

    An operation that only computes a value which nobody takes is left out, as TensorFlow's graph
    optimizer does: `tf.group(y)` does not compute y. Placeholders stay, to report a missing feed.
    """
    if order and order[0].graph._has_late_edges:
        return order, []
    needed, used = set(order), set(targets)
    used.update(tensor.op for tensor in fetches if tensor not in fed)
    used.update(op for op in order if not (op.op_def.pure and op.inputs and op.outputs))
    stack = list(used)
    while stack:
        for tensor in stack.pop().inputs:
            source = tensor.op
            if source in needed and source not in used and tensor not in fed:
                used.add(source)
                stack.append(source)
    if len(used) >= len(needed) or any(may_block(op) for op in order):
        return order, []
    return [op for op in order if op in used], [op for op in order if op not in used]
