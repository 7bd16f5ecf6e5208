"""A plan as Python text: the program that a graph became, and what is not in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from minigraph.fetches import Fetches
from minigraph.graph import Graph
from minigraph.operation import Operation
from minigraph.plan import Plan
from minigraph.steps import CONTEXT_SLOT, step_inputs
from minigraph.tensor import SymbolicTensor


class Explanation:
    """What one request does. Print it, or look at `source`, `pruned`, `folded` and `merged`."""

    def __init__(self, source: str, pruned: list[str], plan: Plan) -> None:
        self.source = source
        self.pruned = pruned
        self.order = [op.name for op in plan.report.order]
        self.forwarded = [op.name for op in plan.report.forwarded]
        self.folded = [op.name for op in plan.report.folded]
        self.merged = {op.name: twin.name for op, twin in plan.report.merged}

    def __str__(self) -> str:
        lines = [self.source, ""]
        lines.append(f"pruned: {_listing(self.pruned)}  (no fetch needs them)")
        lines.append(f"folded: {_listing(self.folded)}  (all inputs are constants)")
        lines.append(f"passed on: {_listing(self.forwarded)}  (they only hand their input on)")
        merged = [f"{name} = {twin}" for name, twin in self.merged.items()]
        lines.append(f"merged: {_listing(merged)}  (equal operation, equal inputs)")
        return "\n".join(lines)

    __repr__ = __str__


def _listing(names: Sequence[str], limit: int = 12) -> str:
    if not names:
        return "nothing"
    rest = f", and {len(names) - limit} more" if len(names) > limit else ""
    return ", ".join(names[:limit]) + rest


def explain(
    graph: Graph, wanted: Fetches, plan: Plan, feeds: Sequence[SymbolicTensor]
) -> Explanation:
    """The explanation of a request whose plan is known."""
    reached = {*plan.report.order, *plan.report.folded, *plan.report.forwarded}
    reached.update(op for op, _ in plan.report.merged)
    reached.update(tensor.op for tensor in feeds)
    pruned = [op.name for op in _not_reached(graph, wanted, reached)]
    return Explanation(plan_text(plan, wanted, feeds), pruned, plan)


def _not_reached(graph: Graph, wanted: Fetches, reached: set[Operation]) -> list[Operation]:
    needed, stack = set(reached), [tensor.op for tensor in wanted.tensors]
    stack.extend(reached)
    while stack:
        op = stack.pop()
        needed.add(op)
        if not op.inputs and op in needed:
            continue
        # Constants that fed folded or running steps are part of the plan as known values.
        sources = (t.op for t in op.inputs if not t.op.inputs and t.op.type != "Placeholder")
        stack.extend(source for source in sources if source not in needed)
    return [op for op in graph.get_operations() if op not in needed]


def plan_text(plan: Plan, wanted: Fetches, feeds: Sequence[SymbolicTensor]) -> str:
    """The plan as the text of a Python function, one line a step."""
    names = _Names()
    for slot, tensor in zip(plan.feed_slots, feeds, strict=True):
        names.bind(slot, tensor.op.name)
    arguments = ", ".join(names.of(slot) for slot in plan.feed_slots)
    lines = [f"def run({arguments}):"]
    for slot in sorted(plan.known_slots_in_use()):
        names.bind_value(slot, plan.template[slot])
    for step in plan.steps:
        inputs = ", ".join(names.of(s) for s in step_inputs(step) if s != CONTEXT_SLOT)
        outs = step.out if isinstance(step.out, tuple) else (step.out,)
        call = f"{step.op.type}({inputs})"
        targets = ", ".join(names.bind(slot, step.op.name) for slot in outs)
        lines.append(f"    {targets} = {call}" if targets else f"    {call}")
    results = ", ".join(names.of(slot) for slot, _ in plan.outputs)
    lines.append(f"    return {results}" if results else "    return")
    return "\n".join(lines)


class _Names:
    """Readable variable names for slots."""

    def __init__(self) -> None:
        self._by_slot: dict[int, str] = {}
        self._used: set[str] = set()

    def bind(self, slot: int, name: str) -> str:
        base = "".join(c if c.isalnum() else "_" for c in name)
        base = f"_{base}" if base[0].isdigit() else base
        unique, number = base, 1
        while unique in self._used:
            unique, number = f"{base}_{number}", number + 1
        self._used.add(unique)
        self._by_slot[slot] = unique
        return unique

    def bind_value(self, slot: int, value: Any) -> None:
        array = np.asarray(value)
        text = repr(array.tolist()) if array.size <= 6 else f"<{array.dtype} {array.shape}>"
        self._by_slot[slot] = text

    def of(self, slot: int) -> str:
        # The others are inputs of branches and loops that do not matter in this run.
        return self._by_slot.get(slot, "None")
