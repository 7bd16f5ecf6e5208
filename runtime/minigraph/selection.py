"""What a run needs of its branches and loops: some of their results, and what those are made of.

An operation that calls functions may have many outputs. Where a run wants only some of them, the
functions compute only those, and inputs that matter only to the others are not computed at all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from minigraph.graph import Graph
from minigraph.operation import Operation
from minigraph.pruning import needed_operations
from minigraph.tensor import SymbolicTensor


class Call(NamedTuple):
    """How a run makes a call: with which inputs, and with which functions by attribute."""

    inputs: frozenset[int]
    functions: dict[str, Any]


class Part:
    """A function of which only some outputs are computed; kernels take it for the function.

    It returns as many values as the function, but those that nobody wants mean nothing.
    """

    def __init__(self, function: Any, outputs: Sequence[SymbolicTensor]) -> None:
        self.whole: Graph = function
        self.inputs: list[SymbolicTensor] = function.inputs
        self.outputs = outputs
        self.targets: list[Operation] = function.targets


def selected(
    order: list[Operation],
    fetches: Iterable[SymbolicTensor],
    targets: Iterable[Operation],
    fed: Collection[SymbolicTensor],
) -> tuple[list[Operation], dict[Operation, Call]]:
    """Leaves out of an order what only unwanted results of branches and loops need."""
    if not any(op.op_def.calls_functions for op in order):
        return order, {}
    calls: dict[Operation, Call] = {}
    # An operation that others wait for is needed with all of its outputs.
    wanted = {op: set(range(len(op.outputs))) for op in targets}
    _want(wanted, fetches, fed)
    for op in reversed(order):
        if op not in wanted:
            continue
        inputs: Iterable[SymbolicTensor] = op.inputs
        if op.op_def.calls_functions:
            call = _call(op, wanted[op])
            if call is not None:
                calls[op] = call
                inputs = [op.inputs[index] for index in call.inputs]
        _want(wanted, inputs, fed)
        for control in op._control_inputs:
            wanted[control] = set(range(len(control.outputs)))
    return [op for op in order if op in wanted], calls


def _want(
    wanted: dict[Operation, set[int]],
    tensors: Iterable[SymbolicTensor],
    fed: Collection[SymbolicTensor],
) -> None:
    for tensor in tensors:
        if tensor not in fed:
            wanted.setdefault(tensor.op, set()).add(tensor.value_index)


def _call(op: Operation, outputs: set[int]) -> Call | None:
    """How to make the call for some of its outputs; None for one that is made as a whole."""
    functions = {name: value for name, value in op.attrs.items() if isinstance(value, Graph)}
    if functions.keys() == {"then_branch", "else_branch"}:
        return _call_branches(functions, outputs)
    if functions.keys() == {"cond", "body"}:
        return _call_loop(functions, outputs)
    return None


def _call_branches(functions: dict[str, Any], outputs: set[int]) -> Call:
    inputs = {0}  # the predicate
    for branch in functions.values():
        inputs.update(1 + index for index in _inputs_for(branch, outputs))
    if outputs:
        functions = {
            name: _part(branch, outputs, [branch.outputs[min(outputs)]] * len(branch.outputs))
            for name, branch in functions.items()
        }
    return Call(frozenset(inputs), functions)


def _call_loop(functions: dict[str, Any], outputs: set[int]) -> Call:
    cond, body = functions["cond"], functions["body"]
    needed = outputs | _inputs_for(cond, {0})
    found: set[int] = set()
    # What an iteration makes of a variable may depend on others, and these on others again.
    while len(found) < len(needed):
        found = needed
        needed = found | _inputs_for(body, found)
    return Call(frozenset(needed), {"cond": cond, "body": _part(body, needed, body.inputs)})


def _part(function: Any, outputs: set[int], others: Sequence[SymbolicTensor]) -> Any:
    """The function that computes some outputs and returns `others` in place of the rest."""
    if len(outputs) == len(function.outputs):
        return function
    parts = function.__dict__.setdefault("_parts", {})
    key = frozenset(outputs)
    if key not in parts:
        pairs = enumerate(zip(function.outputs, others, strict=True))
        parts[key] = Part(function, [own if i in key else other for i, (own, other) in pairs])
    return parts[key]


def _inputs_for(function: Any, outputs: Collection[int]) -> set[int]:
    """The inputs that the function needs for some of its outputs and for what it does besides."""
    fetches = [function.outputs[index] for index in outputs]
    fed = set(function.inputs)
    order = needed_operations(function, fetches, function.targets, fed)
    order, calls = selected(order, fetches, function.targets, fed)
    used = set(fetches)
    for op in order:
        indices = calls[op].inputs if op in calls else range(len(op.inputs))
        used.update(op.inputs[index] for index in indices)
    return {index for index, tensor in enumerate(function.inputs) if tensor in used}
