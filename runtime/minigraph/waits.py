"""What nodes wait for: control dependencies, as they are left where operations take no step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from minigraph.operation import Operation
from minigraph.plan import Plan


class Node(NamedTuple):
    """A node of a partition.

    step: the index of the step that it is, -1 for the others; op: the operation that it is or, with
    another kind, that became it; sources: the nodes whose values it takes, on whatever device.
    """

    name: str
    kind: str
    device: str
    inputs: list[str]
    attrs: dict[str, tuple[str, Any]]
    step: int
    op: Operation | None
    sources: list[str]

    def label(self) -> str:
        """The node in the short form of step_stats."""
        inputs = [] if self.kind == "Const" else self.inputs
        return f"{self.name} = {self.kind}({', '.join(inputs)})"


class Waits:
    """Which nodes come before which by control dependencies.

    What takes no step passes on what it waits for. With TensorFlow's dependency optimizer, nobody
    waits for constants, nor for what runs before an input anyway.
    """

    def __init__(self, plan: Plan, args: dict[int, Node], node_of: dict[Operation, Node]) -> None:
        self.nodes = {node.name: node for node in (*args.values(), *node_of.values())}
        self._args = args
        self._node_of = node_of
        self._twins = dict(plan.report.merged)
        self._reduces = plan.report.options.prune

    def of_all(self, nodes: Iterable[Node]) -> list[tuple[Node, list[str]]]:
        """Each node with the names of those that it waits for."""
        found = [(node, self._of(node)) for node in nodes]
        if not self._reduces:
            return found
        before = {name: node.sources.copy() for name, node in self.nodes.items()}
        for node, waits in found:
            before[node.name] += waits
        return [(node, self._reduced(node, waits, before)) for node, waits in found]

    def _reduced(self, node: Node, waits: list[str], before: dict[str, list[str]]) -> list[str]:
        """Without those that other inputs wait for."""
        if not waits:
            return waits
        earlier = reached((name for last in before[node.name] for name in before[last]), before)
        return [name for name in waits if name not in earlier and name not in node.sources]

    def _of(self, node: Node) -> list[str]:
        op = node.op
        assert op is not None
        waited, stack = list(op._control_inputs), list(op.inputs)
        seen: set[Operation] = set()
        while stack:
            tensor = stack.pop()
            source = self._twins.get(tensor.op, tensor.op)
            passed_on = source not in self._node_of or node.kind != op.type
            if passed_on and source not in seen and id(tensor) not in self._args:
                seen.add(source)
                waited += source._control_inputs
                stack += source.inputs
        return list(dict.fromkeys(self._ends(waited)))

    def _ends(self, waited: list[Operation]) -> Iterable[str]:
        """The nodes that have run once these operations have."""
        seen: set[Operation] = set()
        while waited:
            op = waited.pop()
            op = self._twins.get(op, op)
            if op in seen:
                continue
            seen.add(op)
            node = self._node_of.get(op)
            if node is not None and not (self._reduces and node.kind == "Const"):
                yield node.name
                continue
            waited += op._control_inputs
            for tensor in op.inputs:
                if id(tensor) in self._args:
                    yield self._args[id(tensor)].name
                else:
                    waited.append(tensor.op)


def reached(start: Iterable[str], before: dict[str, list[str]]) -> set[str]:
    """What comes before, from `start` on."""
    found: set[str] = set()
    stack = list(start)
    while stack:
        name = stack.pop()
        if name not in found:
            found.add(name)
            stack += before.get(name, ())
    return found
