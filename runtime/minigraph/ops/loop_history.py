"""The gradient's loop of one while_loop, and the stacks that keep for it what the forward loop had.

The forward loop counts its turns, and the gradient's loop counts them back. What a gradient takes
of a turn is pushed on a stack there and popped here; control inputs keep the order.
Source: _GradLoopState of TensorFlow's control_flow_state, and WhileContext's loop counters.
"""

from __future__ import annotations

from typing import Any

from minigraph import convert, dtypes
from minigraph.graph import Graph
from minigraph.operation import Operation
from minigraph.ops import arithmetic, comparison, cond_context, elementwise, frames, switching
from minigraph.ops.control_contexts import (
    in_context,
    is_constant_enter,
    output_context,
)
from minigraph.ops.while_context import (
    WhileContext,
    close,
    enter,
    merge_with_itself,
    through,
)
from minigraph.tensor import SymbolicTensor


class LoopHistory:
    """What joins a loop and its gradient's loop.

    outer: the same of the loop around, None where there is none; history: forward tensor -> what
    stands for it in the gradient's loop; merges: forward Switch -> the Merge of its gradient.
    """

    def __init__(self, forward: WhileContext, outer: LoopHistory | None) -> None:
        self.graph: Graph = forward._graph
        self.outer = outer
        self.forward_context = forward
        self.history: dict[str, SymbolicTensor] = {}
        self.merges: dict[Operation, SymbolicTensor] = {}
        self.unused_exits: list[SymbolicTensor] = []
        self.deferred_exits: list[SymbolicTensor] = []
        self.forward_exits = list(forward.loop_exits)
        self.pending_exits = len(self.forward_exits)
        self._forward_sync: Operation | None = None
        self._grad_sync: Operation | None = None
        around = forward.outer_context if outer is None else outer.forward_context
        with in_context(around):
            count, self.forward_index = self._add_forward_counter()
        if outer is None:
            with in_context(around):
                self.grad_context = self._gradient_loop()
                self.grad_index = self._add_backward_counter(count)
        else:
            around.AddName(count.name)
            stack = outer.push(count)
            with outer.grad_context.entered():
                self.grad_context = self._gradient_loop()
                self.grad_index = self._add_backward_counter(outer.pop(stack, count))

    def _gradient_loop(self) -> WhileContext:
        forward = self.forward_context
        return WhileContext(
            self.graph,
            forward.maximum_iterations,
            forward.parallel_iterations,
            forward.back_prop,
            forward.swap_memory,
            forward.name,
            self,
        )

    # The counters of turns

    def _add_forward_counter(self) -> tuple[SymbolicTensor, SymbolicTensor]:
        """Has the forward loop count its turns: the number of them, and what is handed on."""
        loop = self.forward_context
        count: Any = convert.constant(0, name="f_count")
        if self.outer is not None:
            # All pushes of a turn around come before those of the next.
            count.op._add_control_input(self.outer.forward_index.op.inputs[0].op)
        with loop.entered():
            loop.AddName(count.name)
            entered = enter(count, loop, name="f_count")
            loop.loop_enters.append(entered)
            merged = merge_with_itself(entered)
            left, taken = switching.switch(merged, loop.pivot)
            index = close(merged, arithmetic.add(taken, 1))
            total = through("exit", left, name="f_count")
            loop.loop_exits.append(total)
            loop.ExitResult([total])
        return total, index

    def _add_backward_counter(self, count: SymbolicTensor) -> SymbolicTensor:
        """Has the gradient's loop count down to 0; returns what is handed on."""
        loop = self.grad_context
        one: Any = convert.constant(1, name="b_count")
        with loop.entered():
            loop.AddName(count.name)
            entered = enter(count, loop, name="b_count")
            loop.loop_enters.append(entered)
            merged = loop.pivot_for_pred = merge_with_itself(entered)
            more = comparison.greater_equal(merged, one)
            loop.pivot = frames.loop_cond(more, name="b_count")
            left, taken = switching.switch(merged, loop.pivot)
            loop.pivot_for_body = elementwise.subtract(taken, one)
            index = close(merged, loop.pivot_for_body)
            zero = through("exit", left, name="b_count")
            loop.loop_exits.append(zero)
            if self.outer is not None:
                # All pops of a turn around come before those of the next.
                self.outer.grad_sync._add_control_input(zero.op)
            loop.ExitResult([zero])
        return index

    @property
    def forward_sync(self) -> Operation:
        """What pushes in a branch are done before, in a turn of the forward loop."""
        if self._forward_sync is None:
            self._forward_sync = self._trigger("f_sync", self.forward_context, self.forward_index)
        return self._forward_sync

    @property
    def grad_sync(self) -> Operation:
        """What pops are done before, in a turn of the gradient's loop."""
        if self._grad_sync is None:
            self._grad_sync = self._trigger("b_sync", self.grad_context, self.grad_index)
            outer = self.grad_context.outer_context
            if outer is not None:
                outer.AddInnerOp(self._grad_sync)
        return self._grad_sync

    def _trigger(self, name: str, loop: WhileContext, index: SymbolicTensor) -> Operation:
        with self.graph.control_dependencies(None):
            made: Operation = frames.control_trigger(name=name)
        made._set_control_flow_context(loop)
        index.op._add_control_input(made)
        return made

    # Stacks

    def push(self, value: SymbolicTensor, dead_branch: bool = False) -> SymbolicTensor:
        """A stack on which the forward loop pushes a tensor in each turn.

        dead_branch: whether the branch that the tensor is in is the one that was not taken.
        """
        graph, forward = self.graph, self.forward_context
        current = graph._get_control_flow_context()
        with graph.control_dependencies(None):
            with in_context(current), graph.colocate_with(value.op):
                size = convert.constant(-1, dtypes.int32)
                stack = frames.stack(size, elem_type=value.dtype.base_dtype, name="f_acc")
            entered = forward.AddValue(stack)
            context = output_context(value.op)
            inside = context.outer_context if dead_branch else context
            with inside.entered():
                pushed: Operation = frames.push(entered, value, swap_memory=forward.swap_memory).op
            if dead_branch:
                pushed._set_control_flow_context(context)
            waiting = self.forward_index.op if context is forward else self.forward_sync
            waiting._add_control_input(pushed)
            pushed._add_control_input(self.forward_index.op.inputs[0].op)
        return stack  # type: ignore[no-any-return]

    def pop(
        self, stack: SymbolicTensor, value: SymbolicTensor, dead_branch: bool = False
    ) -> SymbolicTensor:
        """What stands in the gradient's loop for a tensor whose values are on a stack."""
        branch = self._branch_of(value.op, stack.op)
        with self.graph.control_dependencies(None), self.grad_context.entered():
            if branch is not None:
                side = 1 - branch.branch if dead_branch else branch.branch
                stack = cond_context.switch_beside(stack, self._predicate(branch))[side]
            popped: SymbolicTensor = frames.pop(stack, elem_type=value.dtype.base_dtype)
            popped.set_shape(value.shape)
        if self.grad_context.parallel_iterations > 1:
            self.grad_sync._add_control_input(popped.op)
        return popped

    def _branch_of(self, op: Operation, stack: Operation) -> Any:
        """The innermost branch that an operation is in and the making of its stack is not."""
        around, context = stack._get_control_flow_context(), op._get_control_flow_context()
        while context is not None and context is not around:
            if context.IsCondContext():
                return context
            context = context.outer_context
        return None

    def _predicate(self, branch: Any) -> SymbolicTensor:
        """The predicate of a branch, as the gradient's loops have it."""
        state: LoopHistory | None = self
        while state is not None:
            found = state.history.get(branch.pred.name)
            if found is not None:
                return found
            state = state.outer
        return branch.pred  # type: ignore[no-any-return]

    def real_value(self, value: SymbolicTensor) -> SymbolicTensor:
        """What stands in the gradient's loop for a tensor of the forward loop."""
        found = self.history.get(value.name)
        if found is None:
            found = self.history[value.name] = self._real_value(value)
        return found

    def _real_value(self, value: SymbolicTensor) -> SymbolicTensor:
        state: LoopHistory | None = self
        while (entered := _constant_enter_of(value)) is not None:
            # It stays the same in the loop: what it is outside, or in the loop around, is enough.
            value = entered.inputs[0]
            state = state.outer if state is not None else None
            if state is None:
                return self.grad_context.AddValue(value)
        assert state is not None
        if value.op.type == "Const":
            return convert.constant(value.op.attrs["value"], dtype=value.dtype)  # type: ignore[return-value]
        with self.grad_context.left():
            stack = state.push(value)
        found = state.pop(stack, value)
        return found if state is self else self.grad_context.AddValue(found)


def _constant_enter_of(value: SymbolicTensor) -> Operation | None:
    """The Enter that a tensor comes from, if it stays the same in the loop."""
    op = value.op
    while op.type in ("Switch", "RefSwitch", "Identity", "RefIdentity"):
        op = op.inputs[0].op
    return op if is_constant_enter(op) else None
