"""Initial values that depend on other variables use their initial values where need be."""

from __future__ import annotations

from typing import Any

from minigraph.graph_keys import GraphKeys
from minigraph.operation import Operation
from minigraph.tensor import SymbolicTensor

# These read state only where it exists, or are made by the guard itself.
_LEFT_ALONE = ("IsVariableInitialized", "VarIsInitializedOp", "ReadVariableOp", "If")
_STORAGE = ("Variable", "VariableV2", "VarHandleOp")


def is_inside_control_flow(tensor: Any) -> bool:
    """Whether a tensor belongs to a branch or a loop, and so has no value of its own."""
    return tensor.op._get_control_flow_context() is not None


def guarded(name: str, initial_value: SymbolicTensor) -> SymbolicTensor:
    """`initial_value`, computed from `initialized_value()` of each variable that it reads."""
    if not _reads_variables(initial_value.op):
        return initial_value
    return _Guard(name).safe_tensor(initial_value)


def _reads_variables(op: Operation) -> bool:
    """Whether a reference variable is upstream, with no loop on the way."""
    seen: set[Operation] = set()
    stack, found = [op], False
    while stack:
        current = stack.pop()
        if current in seen:
            continue
        seen.add(current)
        if current.type == "NextIteration":
            return False
        found = found or current.type in _STORAGE
        stack.extend(tensor.op for tensor in current.inputs)
    return found


class _Guard:
    """Copies the operations between the variables and one initial value."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._copies: dict[Operation, Operation] = {}

    def safe_tensor(self, tensor: SymbolicTensor) -> SymbolicTensor:
        """The tensor that stands for `tensor`, itself where nothing changes."""
        stack = [tensor.op]
        while stack:
            op = stack[-1]
            waiting = [] if op.type in (*_LEFT_ALONE, *_STORAGE) else self._unknown_inputs(op)
            if waiting:
                stack.append(waiting[0])
                continue
            stack.pop()
            if op not in self._copies:
                self._copies[op] = self._safe_op(op)
        return self._copies[tensor.op].outputs[tensor.value_index]

    def _unknown_inputs(self, op: Operation) -> list[Operation]:
        return [tensor.op for tensor in op.inputs if tensor.op not in self._copies]

    def _safe_op(self, op: Operation) -> Operation:
        if op.type in _LEFT_ALONE:
            return op
        if op.type in _STORAGE:
            value = _initialized_value(op)
            return op if value is None else value.op
        inputs = [self._copies[t.op].outputs[t.value_index] for t in op.inputs]
        if all(new is old for new, old in zip(inputs, op.inputs, strict=True)):
            return op
        kind = "Switch" if op.type == "RefSwitch" else op.type
        # The name ends in the slash of the variable's scope, so it is taken as it stands.
        name = f"{op.name}_{self._name}".replace(":", "_")
        return op.graph.create_op(kind, inputs, name=name, attrs=dict(op.attrs))


def _initialized_value(op: Operation) -> Any:
    """`initialized_value()` of the variable that an operation holds, None for a foreign one."""
    names = (op.name, f"{op.name}:0")
    for collection in (GraphKeys.GLOBAL_VARIABLES, GraphKeys.LOCAL_VARIABLES):
        for variable in op.graph.get_collection(collection):
            if getattr(variable, "name", None) in names:
                return variable.initialized_value()
    return None
