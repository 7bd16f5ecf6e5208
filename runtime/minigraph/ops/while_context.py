"""WhileContext: how TensorFlow 1's `while_loop` makes a loop of Enter, Merge, Switch and Exit.

What enters is merged with what the turn before hands on, and goes into the body or out of the loop
as LoopCond says. What the body takes from outside comes through an Enter that stays the same.
Source: WhileContext of TensorFlow's control_flow_ops.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from minigraph import context, convert, nest, shapes
from minigraph.func_graph import copy_handle_data
from minigraph.graph import Graph
from minigraph.nest import CompositeTensor
from minigraph.operation import Operation
from minigraph.ops import array, branches, cond_context, frames, loop_shapes, switching
from minigraph.ops.control_contexts import (
    ControlFlowContext,
    check_input,
    is_constant_enter,
    is_loop_enter,
    is_loop_exit,
    output_context,
    readers,
    while_context,
)
from minigraph.scopes import prepend_scope, strip_scope
from minigraph.tensor import SymbolicTensor

ShapeTuple = tuple[int | None, ...] | None
_TENSORS = ("maximum_iterations", "pivot_for_pred", "pivot_for_body", "pivot")


class WhileContext(ControlFlowContext):
    """A loop.

    pivot: what LoopCond gives; loop_enters, loop_exits: the loop variables before and after;
    grad_state: the gradient that it is the loop of, None for a loop of the program.
    """

    kind = "while_ctxt"

    def __init__(
        self,
        graph: Graph,
        maximum_iterations: Any = None,
        parallel_iterations: int = 10,
        back_prop: bool = True,
        swap_memory: bool = False,
        name: str = "while_context",
        grad_state: Any = None,
    ) -> None:
        super().__init__(graph, graph.unique_name(name))
        graph._check_input = check_input
        self.maximum_iterations = maximum_iterations
        self.parallel_iterations = parallel_iterations
        self.back_prop = back_prop
        self.swap_memory = swap_memory
        self.grad_state = grad_state
        self.pivot: Any = None
        self.pivot_for_pred: Any = None
        self.pivot_for_body: Any = None
        self.loop_enters: list[SymbolicTensor] = []
        self.loop_exits: list[SymbolicTensor] = []

    def IsWhileContext(self) -> bool:
        """Whether this is a loop."""
        return True

    def GetWhileContext(self) -> Any:
        """The loop itself."""
        return self

    def GetControlPivot(self) -> Any:
        """The tensor that operations without inputs wait for."""
        return self.pivot_for_pred if self.pivot_for_body is None else self.pivot_for_body

    # As a message

    def to_proto(self, export_scope: str | None = None) -> Any:
        """The WhileContextDef of the loop, None where it is not in `export_scope`."""
        from minigraph import protos

        if export_scope is not None and not self.name.startswith(export_scope):
            return None
        message = protos.WhileContextDef(
            parallel_iterations=self.parallel_iterations,
            back_prop=self.back_prop,
            swap_memory=self.swap_memory,
        )
        for field in _TENSORS:
            tensor = getattr(self, field)
            if tensor is not None:
                setattr(message, f"{field}_name", strip_scope(tensor.name, export_scope))
        for field in ("loop_exit", "loop_enter"):
            names = [strip_scope(one.name, export_scope) for one in getattr(self, f"{field}s")]
            getattr(message, f"{field}_names").extend(names)
        self._write(message, export_scope)
        return message

    @classmethod
    def from_proto(cls, message: Any, import_scope: str | None = None) -> WhileContext:
        """The loop of a WhileContextDef; KeyError where the default graph lacks its tensors."""
        graph = context.get_default_graph()

        def tensor(name: str) -> Any:
            return graph.as_graph_element(prepend_scope(name, import_scope))

        made = cls(
            graph,
            None,
            message.parallel_iterations,
            message.back_prop,
            message.swap_memory,
            message.context_name,
        )
        for field in _TENSORS:
            name = getattr(message, f"{field}_name")
            setattr(made, field, tensor(name) if name else None)
        made.loop_exits = [tensor(name) for name in message.loop_exit_names]
        made.loop_enters = [tensor(name) for name in message.loop_enter_names]
        made._read(message, import_scope)
        if import_scope:
            for name in made._values:
                op = graph.as_graph_element(name).op
                if is_loop_enter(op):
                    op._note_attr("frame_name", made.name.encode())
        return made

    # What becomes of operations

    def AddValue(self, tensor: SymbolicTensor) -> SymbolicTensor:
        """The tensor itself if it is of the loop, else what an Enter or a stack gives for it."""
        name = tensor.name
        if name in self._values or tensor.op._get_control_flow_context() is self:
            return self._external_values.get(name, tensor)
        self._values.add(name)
        found = self._remembered(tensor)
        if found is None:
            source = tensor
            if self._outer_context is not None:
                source = self._outer_context.AddValue(tensor)
            with self._graph.control_dependencies(None):
                found = enter(source, self, is_constant=True)
                self._note_enter(found)
            self._wait_outside([found])
            self._values.add(found.name)
        self._external_values[name] = found
        return found

    def _remembered(self, tensor: SymbolicTensor) -> SymbolicTensor | None:
        """In a gradient's loop, the value that a tensor of the forward loop had in this turn."""
        present = self._graph._get_control_flow_context()
        loop = None if present is None else present.GetWhileContext()
        if loop is None or loop.grad_state is None:
            return None
        forward = while_context(tensor.op)
        if is_loop_exit(tensor.op):
            forward = forward.outer_context
            forward = None if forward is None else forward.GetWhileContext()
        if forward is not loop.grad_state.forward_context:
            return None
        return loop.grad_state.real_value(tensor)  # type: ignore[no-any-return]

    def AddOp(self, op: Operation) -> None:
        """Makes a new operation one of the loop.

        For a gradient the shape of a forward tensor is taken in the forward loop: a stack of
        shapes is smaller than one of values.
        """
        if op.type in ("Shape", "Size", "Rank"):
            present = self._graph._get_control_flow_context()
            loop = None if present is None else present.GetWhileContext()
            source = op.inputs[0].op
            if loop is not None and loop.grad_state is not None:
                if while_context(source) is loop.grad_state.forward_context:
                    inner = source._get_control_flow_context()
                    op._set_control_flow_context(inner)
                    inner.add_own(op)
                    return
        self.add_own(op)

    def add_own(self, op: Operation) -> None:
        """Makes an operation one of the loop, wherever its inputs are."""
        external: list[Operation] = []
        if op.type in ("PartitionedCall", "StatefulPartitionedCall"):
            op._control_inputs += (self.GetControlPivot().op,)
        if op.inputs:
            self._add_inputs(op)
            external = self._drop_external_controls(op)
            invariant = all(is_constant_enter(tensor.op) for tensor in op.inputs)
        else:
            external = self._drop_external_controls(op)
            invariant = True
        if invariant and not op._control_inputs:
            op._control_inputs = (self.GetControlPivot().op,)
        self._values.update(tensor.name for tensor in op.outputs)
        if external:
            op._control_inputs += tuple(self._brought_in(external))
        if self._outer_context is not None or not is_loop_exit(op):
            self._graph._unfeedable_tensors.update(op.outputs)
        self._hide(op)

    def _brought_in(self, controls: Iterable[Operation]) -> list[Operation]:
        """Operations of the loop that have to wait for others outside of it."""
        with self._graph.control_dependencies(None), self.entered():
            made: list[Any] = [array.identity(op.outputs[0]) for op in controls if op.outputs]
        return [tensor.op for tensor in made]

    def _note_enter(self, tensor: SymbolicTensor) -> None:
        self._graph.prevent_feeding(tensor)
        if self._outer_context is not None:
            self._outer_context.AddInnerOp(tensor.op)

    def _wait_outside(self, enters: Iterable[SymbolicTensor]) -> None:
        """Makes Enters operations of the loop that wait for what is open around it."""
        graph, outer = self._graph, self._outer_context
        outer_loop = None if outer is None else outer.GetWhileContext()
        for tensor in enters:
            op = tensor.op
            controls = graph._control_inputs_of_new_op([op.inputs[0].op])
            op._set_control_flow_context(self)
            kept = [one for one in controls if _is_around(output_context(one), outer, outer_loop)]
            op._control_inputs += tuple(one for one in kept if one not in op._control_inputs)
            for block in graph._control_stack:
                block.seen.add(op)

    # Building

    def build(
        self,
        pred: Callable[..., Any],
        body: Callable[..., Any],
        loop_vars: Any,
        shape_invariants: Any,
        return_same_structure: bool,
    ) -> Any:
        """Adds the loop; returns the loop variables after it, in the structure of the body's."""
        loop_vars = nest.map_structure(_as_tensor_or_composite, loop_vars)
        invariants = loop_shapes.flat_invariants(loop_vars, shape_invariants)
        with self.entered():
            result = self._build(pred, body, loop_vars, invariants)
        exits = self.loop_exits
        packed = nest.pack_sequence_as(result, exits, expand_composites=True)
        return packed if return_same_structure or len(exits) != 1 else packed[0]

    def _build(self, pred: Any, body: Any, loop_vars: Any, invariants: Sequence[ShapeTuple]) -> Any:
        start = nest.flatten(loop_vars, expand_composites=True)
        self.loop_enters = self._enter_variables(start, invariants)
        merges = [merge_with_itself(tensor) for tensor in self.loop_enters]
        self.pivot_for_pred = merges[0]
        arguments = nest.pack_sequence_as(loop_vars, merges, expand_composites=True)
        asked = convert.convert_to_tensor(pred(*arguments))
        self.pivot = frames.loop_cond(asked, name="LoopCond")
        switches = [cond_context.switch_beside(tensor, self.pivot) for tensor in merges]
        inside = [through("identity", sides[1]) for sides in switches]
        self.pivot_for_body = inside[0]
        arguments = nest.pack_sequence_as(loop_vars, inside, expand_composites=True)
        result = body(*arguments)
        if not nest.is_nested(result):
            result = [result]
        result = nest.map_structure(branches.variable_as_tensor, result, expand_composites=True)
        # Loop variables are usually a list and results a tuple: the outermost may differ.
        nest.assert_same_structure(list(arguments), list(result), expand_composites=True)
        values = [
            convert.convert_to_tensor(part) for part in nest.flatten(result, expand_composites=True)
        ]
        for tensor, value in zip(merges, values, strict=True):
            close(tensor, value, check=True)
        self.loop_exits = [through("exit", sides[0]) for sides in switches]
        self.ExitResult(self.loop_exits)
        return result

    def _enter_variables(
        self, start: Sequence[SymbolicTensor], invariants: Sequence[ShapeTuple]
    ) -> list[SymbolicTensor]:
        outer = self._outer_context
        self._values = {tensor.name for tensor in start}
        if outer is not None:
            start = [outer.AddValue(tensor) for tensor in start]
        enters = []
        with self._graph.control_dependencies(None):
            for tensor, invariant in zip(start, invariants, strict=True):
                made = enter(tensor, self, use_input_shape=False)
                _check_invariant(tensor, invariant)
                made.set_shape(shapes.from_tuple(invariant))
                self._note_enter(made)
                enters.append(made)
        pivot = None
        while outer is not None and pivot is None:
            pivot, outer = outer.GetControlPivot(), outer.outer_context
        for made in enters:
            if pivot is not None and is_constant_enter(made.op.inputs[0].op):
                made.op._control_inputs += (pivot.op,)
        self._wait_outside(enters)
        self._values = {tensor.name for tensor in enters}
        return enters


readers[WhileContext.kind] = WhileContext.from_proto


def _is_around(flow: Any, outer: Any, outer_loop: Any) -> bool:
    """Whether what belongs to `flow` may be waited for where a loop in `outer` begins."""
    while outer is not flow:
        if outer is None or outer is outer_loop:
            return False
        outer = outer.outer_context
    return True


def _as_tensor_or_composite(value: Any) -> Any:
    return value if isinstance(value, CompositeTensor) else convert.convert_to_tensor(value)


def _check_invariant(tensor: SymbolicTensor, invariant: ShapeTuple) -> None:
    if not loop_shapes.at_least_as_specific(tensor._shape, invariant):
        raise ValueError(
            f"The shape invariant specified for {tensor.name} is not compatible with the "
            f"initial shape of the loop variable. It enters the loop with shape {tensor.shape}, "
            f"but the specified shape invariant is {shapes.from_tuple(invariant)}."
        )


# The operations of a loop, for tensors of references too

_MAKERS: dict[str, tuple[Any, Any]] = {
    "enter": (frames.enter, frames.ref_enter),
    "exit": (frames.exit, frames.ref_exit),
    "next_iteration": (frames.next_iteration, frames.ref_next_iteration),
    "identity": (array.identity, frames.ref_identity),
    "merge": (switching.merge, switching.ref_merge),
}


def _maker(kind: str, tensor: SymbolicTensor) -> Any:
    return _MAKERS[kind][tensor.dtype._is_ref_dtype]


def through(kind: str, tensor: Any, name: str | None = None) -> SymbolicTensor:
    """What an operation of this kind hands on of a tensor."""
    made: SymbolicTensor = _maker(kind, tensor)(tensor, name=name)
    copy_handle_data(tensor, made)
    return made


def enter(
    tensor: Any,
    loop: WhileContext,
    is_constant: bool = False,
    use_input_shape: bool = True,
    name: str | None = None,
) -> SymbolicTensor:
    """What an Enter gives of a tensor in a loop."""
    made: SymbolicTensor = _maker("enter", tensor)(
        tensor,
        frame_name=loop.name,
        is_constant=is_constant,
        parallel_iterations=loop.parallel_iterations,
        name=name,
    )
    if use_input_shape:
        made.set_shape(tensor.shape)
    copy_handle_data(tensor, made)
    return made


def merge_with_itself(tensor: SymbolicTensor, name: str | None = None) -> SymbolicTensor:
    """A Merge that takes a tensor twice, until `close` replaces the second."""
    made: SymbolicTensor = _maker("merge", tensor)([tensor, tensor], name=name or "Merge")[0]
    copy_handle_data(tensor, made)
    return made


def close(merged: SymbolicTensor, value: SymbolicTensor, check: bool = False) -> SymbolicTensor:
    """Hands a value on to the Merge of the next turn; returns what NextIteration gives.

    Raises ValueError where a shape that is checked is less specific than the Merge's.
    """
    handed = through("next_iteration", value)
    if check:
        start = merged.op.inputs[0].op.inputs[0]
        loop_shapes.check(start, merged._shape, handed, "'", start.shape)
    merged.op._update_input(1, handed)
    return handed
