"""The picture in words, for screen readers and wherever only text is shown."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from minigraph.draw.model import Report

TOLD_SINGLY = 40
"""Longer lists are told as a number."""


def title(operations: Sequence[Any], report: Report) -> str:
    """One line: what the picture is of."""
    if not report.fetched:
        return f"Graph of {_count(len(operations))}"
    fetched = _listed(_in_graph_order(operations, report.fetched), "fetches")
    return f"Run of {fetched}: {len(report.order)} of {_count(len(operations))}"


def description(operations: Sequence[Any], report: Report) -> str:
    """Each operation and what becomes of it, or their numbers where there are many."""
    parts = []
    if len(operations) <= TOLD_SINGLY:
        parts += [_operation(operation) for operation in operations]
    if report.fetched:
        parts.append(f"Runs, in this order: {_listed(report.order)}")
    told = (
        ("Fed", report.fed),
        ("Not fed", report.unfed),
        ("In the plan before the run", report.folded),
        ("Merged with an equal operation", report.merged),
        ("Passed on without a step", report.forwarded),
        ("Pruned", report.pruned),
    )
    for head, names in told:
        if names:
            parts.append(f"{head}: {_listed(_in_graph_order(operations, names))}")
    return ". ".join(parts) + ("." if parts else "")


def _operation(operation: Any) -> str:
    takes = [tensor.op.name for tensor in operation.inputs]
    after = [before.name for before in operation.control_inputs]
    text = f"{operation.name}, {operation.type}"
    text += f", takes {' and '.join(takes)}" if takes else ""
    return text + (f", after {' and '.join(after)}" if after else "")


def _in_graph_order(operations: Sequence[Any], names: Collection[str]) -> list[str]:
    return [operation.name for operation in operations if operation.name in names]


def _listed(names: Collection[str], things: str = "operations") -> str:
    if len(names) > TOLD_SINGLY:
        return f"{len(names)} {things}"
    return ", ".join(names) or "nothing"


def _count(number: int) -> str:
    return f"{number} operation{'' if number == 1 else 's'}"
