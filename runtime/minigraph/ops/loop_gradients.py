"""What tf.gradients does about TensorFlow 1's loops: it makes one for each, which runs backwards.

Source: _ControlFlowState of TensorFlow's control_flow_state.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any

from minigraph import context, convert, dtypes
from minigraph.func_graph import copy_handle_data
from minigraph.gradient_values import is_trainable
from minigraph.operation import Operation
from minigraph.ops import array, cond_context, state, state_parts, switching
from minigraph.ops.control_contexts import (
    in_context,
    is_loop_exit,
    is_loop_switch,
    is_switch,
    while_context,
)
from minigraph.ops.loop_history import LoopHistory
from minigraph.ops.while_context import close
from minigraph.tensor import SymbolicTensor


class LoopGradients:
    """The loops between the xs and the ys of one call of tf.gradients, and their gradients."""

    def __init__(self) -> None:
        self._histories: dict[Any, LoopHistory] = {}

    def add(self, op: Operation, between: dict[Operation, None]) -> None:
        """Adds the loop that an Exit is of; all of its Exits are between, too.

        Raises AttributeError for an Exit of which nobody knows the loop.
        """
        loop = while_context(op)
        if loop is None:
            raise _refusal(op)
        if loop in self._histories:
            return
        outer = loop.outer_context
        outer = None if outer is None else outer.GetWhileContext()
        history = self._histories[loop] = LoopHistory(loop, self._histories.get(outer))
        between.update(dict.fromkeys(tensor.op for tensor in history.forward_exits))

    def history_of(self, op: Operation, before: bool = False) -> LoopHistory | None:
        """That of the loop that an operation is in; `before`: an Exit is in the loop around."""
        loop = while_context(op)
        if before and is_loop_exit(op):
            loop = op._get_control_flow_context().outer_context
            loop = None if loop is None else loop.GetWhileContext()
        return self._histories.get(loop)

    def entered(self, op: Operation, before: bool = False) -> AbstractContextManager[Any]:
        """A `with` block in the loop in which the gradient of an operation is computed."""
        history = self.history_of(op, before)
        return in_context(None if history is None else history.grad_context)

    def start_unused(
        self,
        pending: dict[Operation, int],
        to_ops: Iterable[Operation],
        give: Callable[[SymbolicTensor, Any], None],
    ) -> list[Operation]:
        """Exits that no y depends on; those of a loop without any other get zeros and are ready."""
        ready: list[Operation] = []
        for history in self._histories.values():
            for tensor in history.forward_exits:
                if pending.get(tensor.op, 0) == 0:
                    history.pending_exits -= 1
                    if tensor.op not in to_ops:
                        history.unused_exits.append(tensor)
                    if history.pending_exits == 0:
                        ready += self._with_zeros(history, give, only_trainable=True)
            for tensor in history.forward_context.loop_enters:
                if pending.get(tensor.op, 0) == 0:  # for gradients of gradients
                    pending[tensor.op] = 1
        return ready

    def ready(
        self,
        tensor: SymbolicTensor,
        has_gradient: Callable[[Operation], bool],
        give: Callable[[SymbolicTensor, Any], None],
    ) -> list[Operation]:
        """Operations whose gradients can be computed once that of a tensor is there.

        The Exits of a loop wait for one another. Where one has a gradient, the others get zeros.
        """
        if not is_loop_exit(tensor.op):
            return [tensor.op]
        history = self.history_of(tensor.op)
        assert history is not None
        history.deferred_exits.append(tensor)
        history.pending_exits -= 1
        if history.pending_exits:
            return []
        used = [exit.op for exit in history.deferred_exits if has_gradient(exit.op)]
        history.unused_exits += [exit for exit in history.deferred_exits if exit.op not in used]
        if used:
            return used + self._with_zeros(history, give, only_trainable=False)
        return [exit.op for exit in history.unused_exits]

    def _with_zeros(
        self,
        history: LoopHistory,
        give: Callable[[SymbolicTensor, Any], None],
        only_trainable: bool,
    ) -> list[Operation]:
        ops = []
        for tensor in history.unused_exits:
            if is_trainable(tensor):
                give(tensor, self._zeros_for_exit(tensor))
            if is_trainable(tensor) or not only_trainable:
                ops.append(tensor.op)
        return ops

    def is_ready_early(self, op: Operation, pending: int) -> bool:
        """Whether an operation is a loop's Switch, which is visited before the turn is over."""
        return pending > 0 and is_loop_switch(op)

    # Zeros

    def _zeros_for_exit(self, tensor: SymbolicTensor) -> Any:
        """Zeros for the Exit of a loop variable that no y depends on."""
        loop = tensor.op._get_control_flow_context()
        around = loop.outer_context
        outer = self._histories.get(None if around is None else around.GetWhileContext())
        known = _known_shape(tensor)
        if outer is None:
            if known is None:
                return array.zeros_like(tensor, optimize=False)
            return array.zeros(known, tensor.dtype)
        if known is not None:
            with outer.grad_context.entered():
                return array.zeros(known, tensor.dtype)
        with around.entered():
            shape = _shape(tensor)
        stack = outer.push(shape)
        with outer.grad_context.entered():
            return array.zeros(outer.pop(stack, shape), tensor.dtype)

    def zeros(self, op: Operation, index: int) -> Any:
        """Zeros in the shape of an output, in the loop in which its gradient is computed.

        None for the Switch of a loop.
        """
        if is_loop_switch(op):
            return None
        history = self.history_of(op)
        if history is None:
            return zeros_beside(op, index)
        flow, tensor = op._get_control_flow_context(), op.outputs[index]
        dead_branch, known = is_switch(op), _known_shape(tensor)
        if known is None:
            return self._zeros_of_history(history, flow, op, index)
        if tensor.dtype == dtypes.resource:
            made = array.zeros(state_parts.variable_shape(tensor), state.handle_dtype(tensor))
        else:
            made = convert.constant(0, tensor.dtype, known)
        if dead_branch:
            pred = history.history[flow.pred.name]
            return cond_context.switch_beside(made, pred)[1 - flow.branch]
        return made

    def _zeros_of_history(self, history: LoopHistory, flow: Any, op: Operation, index: int) -> Any:
        dead_branch, tensor = is_switch(op), op.outputs[index]
        if dead_branch:
            with flow.outer_context.entered():
                sides = cond_context.switch_beside(op.inputs[0], flow.pred)
                shape = _shape(sides[1 - flow.branch])
            for made in (sides[0].op, shape.op):
                made._set_control_flow_context(flow)
        else:
            with flow.entered():
                shape = _shape(tensor)
        with history.grad_context.left():
            stack = history.push(shape, dead_branch)
        return array.zeros(history.pop(stack, shape, dead_branch), tensor.dtype)

    def finish(self) -> None:
        """Closes the loops of variables that do not depend on what they were in the turn before."""
        for history in self._histories.values():
            for merged in history.merges.values():
                start, back = merged.op.inputs
                if start is not back:
                    continue
                known = _known_shape(start)
                if known is not None:
                    with history.grad_context.entered():
                        close(merged, convert.constant(0, start.dtype, known))  # type: ignore[arg-type]
                    continue
                with in_context(history.grad_context.outer_context):
                    zeros = array.zeros(_shape(start.op.inputs[0]))
                with history.grad_context.entered():
                    close(merged, zeros)


def _refusal(op: Operation) -> AttributeError:
    refusal = AttributeError("'NoneType' object has no attribute 'outer_context'")
    refusal.add_note(
        f"'{op.name}' is the {op.type} of a loop that came from a GraphDef, which does not say "
        "what belongs to the loop. Import a MetaGraphDef, which does; or take the gradients before "
        "the graph is written."
    )
    return refusal


def refuse_start(op: Operation, from_ops: Sequence[Operation]) -> None:
    """Raises ValueError in the body of a loop for what depends on how a variable started."""
    flow = op._get_control_flow_context()
    if not is_switch(op) or flow is None or not flow.IsWhileContext():
        return
    if flow is not context.get_default_graph()._get_control_flow_context():
        return
    seen, queue = set(), deque([op])
    while (source := queue.popleft()) not in from_ops:
        if source not in seen:
            seen.add(source)
            queue.extend(tensor.op for tensor in source.inputs)
    raise ValueError(
        f"Cannot compute gradient inside while loop with respect to op '{source.name}'. We do not "
        "support taking the gradient wrt or through the initial value of a loop variable. "
        "Gradients can be computed through loop invariants or wrt the input parameters to the loop "
        "body."
    )


def zeros_beside(op: Operation, index: int) -> Any:
    """Zeros in the shape of an output; for a Switch, where the branch is not taken."""
    tensor = op.outputs[index]
    flow = op._get_control_flow_context()
    if not is_switch(op) or flow is None:
        if tensor.dtype == dtypes.resource:
            shape = state_parts.variable_shape(tensor, optimize=False)
            return array.zeros(shape, state.handle_dtype(tensor))
        return array.zeros_like(tensor, optimize=False)
    side = switching.switch(op.inputs[0], flow.pred)[1 - flow.branch]
    copy_handle_data(op.inputs[0], side)
    pivot = array.identity(side)
    if tensor.dtype == dtypes.resource:
        with op.graph.control_dependencies([pivot]):
            shape = state_parts.variable_shape(side, optimize=False)
            return array.zeros(shape, state.handle_dtype(tensor))
    shape = _shape(side)
    with op.graph.control_dependencies([pivot]):
        return array.zeros(shape, tensor.dtype)


def _known_shape(tensor: SymbolicTensor) -> Any:
    """The static shape as a list, None where a part of it is not known."""
    shape = tensor._shape
    return None if shape is None or None in shape else list(shape)


def _shape(tensor: Any) -> Any:
    """The shape at run time, whatever is known of it statically."""
    return array.shape_internal(tensor, None, False)
