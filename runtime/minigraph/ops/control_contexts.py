"""What TensorFlow 1's branches and loops make of the operations built in them.

They are operations of the graph itself, each with the context that it was built in. What an
operation takes from outside of its context comes in through another: a Switch, or an Enter.
Source: ControlFlowContext of TensorFlow's control_flow_ops, and its control_flow_util.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from minigraph.graph import Graph
from minigraph.operation import Operation
from minigraph.scopes import prepend_scope, strip_scope
from minigraph.tensor import SymbolicTensor

# By the field of a ControlFlowContextDef, what makes a context of a message and a scope.
readers: dict[str, Callable[[Any, str | None], Any]] = {}


class ControlFlowContext:
    """A branch or a loop under construction; afterwards, what its operations belong to.

    name: unique in the graph; outer_context: the context around it, None where there is none;
    kind: its field of a ControlFlowContextDef.
    """

    kind: str

    def __init__(self, graph: Graph, name: str) -> None:
        self.name = name
        self._graph = graph
        self._outer_context: Any = graph._get_control_flow_context()
        self._nested_contexts: list[Any] = []
        if self._outer_context is not None:
            self._outer_context._nested_contexts.append(self)
        self._context_stack: list[Any] = []
        # Names of tensors that can be taken as they are or that an external value stands for.
        self._values: set[str] = set()
        self._external_values: dict[str, SymbolicTensor] = {}

    def __str__(self) -> str:
        return self.name

    @property
    def outer_context(self) -> Any:
        """The context around this one, None where there is none."""
        return self._outer_context

    def Enter(self) -> None:
        """Operations belong to this context from here on."""
        self._context_stack.append(self._graph._get_control_flow_context())
        self._graph._set_control_flow_context(self)

    def Exit(self) -> None:
        """Operations belong to the context in which this one was entered."""
        self._graph._set_control_flow_context(self._context_stack.pop())

    @contextmanager
    def entered(self) -> Iterator[None]:
        """A `with` block whose operations are of this context."""
        self.Enter()
        try:
            yield
        finally:
            self.Exit()

    @contextmanager
    def left(self) -> Iterator[None]:
        """A `with` block outside of this context, which has been entered."""
        self.Exit()
        try:
            yield
        finally:
            self.Enter()

    def IsCondContext(self) -> bool:
        """Whether this is a branch."""
        return False

    def IsWhileContext(self) -> bool:
        """Whether this is a loop."""
        return False

    def IsXLAContext(self) -> bool:
        """Whether this is a part that XLA compiles: it never is."""
        return False

    def GetWhileContext(self) -> Any:
        """The innermost loop that this is, or is in."""
        return None if self._outer_context is None else self._outer_context.GetWhileContext()

    def GetControlPivot(self) -> Any:
        """The tensor that operations without inputs wait for."""
        return None

    def AddName(self, name: str) -> None:
        """Makes a tensor one that operations in this context take as it is."""
        self._values.add(name)

    def AddValue(self, tensor: SymbolicTensor) -> SymbolicTensor:
        """What an operation in this context takes for a tensor."""
        raise NotImplementedError

    def AddOp(self, op: Operation) -> None:
        """Makes an operation that has just been made one of this context."""
        raise NotImplementedError

    def AddInnerOp(self, op: Operation) -> None:
        """Is told of each operation that is made in a context within."""
        if self._outer_context is not None:
            self._outer_context.AddInnerOp(op)

    def ExitResult(self, tensors: Iterable[SymbolicTensor]) -> None:
        """Makes results known to the context around this one."""
        if self._outer_context is not None:
            for tensor in tensors:
                self._outer_context.AddName(tensor.name)

    def _write(self, message: Any, export_scope: str | None) -> None:
        """Fills the fields of a CondContextDef or a WhileContextDef that both have."""
        message.context_name = strip_scope(self.name, export_scope)
        values = message.values_def
        values.values.extend(strip_scope(name, export_scope) for name in sorted(self._values))
        for name, tensor in self._external_values.items():
            values.external_values[strip_scope(name, export_scope)] = strip_scope(
                tensor.name, export_scope
            )
        for nested in self._nested_contexts:
            getattr(message.nested_contexts.add(), nested.kind).CopyFrom(nested.to_proto())

    def _read(self, message: Any, import_scope: str | None) -> None:
        """Makes the operations of a message ones of this context, and those of contexts within."""
        graph, values = self._graph, message.values_def
        self.name = prepend_scope(message.context_name, import_scope)
        self._values = {prepend_scope(name, import_scope) for name in values.values}
        self._external_values = {
            prepend_scope(name, import_scope): graph.as_graph_element(
                prepend_scope(inner, import_scope)
            )
            for name, inner in values.external_values.items()
        }
        for name in {name.split(":")[0] for name in self._values - self._external_values.keys()}:
            graph.as_graph_element(name)._set_control_flow_context(self)
        with self.entered():
            for nested in message.nested_contexts:
                kind = nested.WhichOneof("ctxt")
                readers[kind](getattr(nested, kind), import_scope)

    def _add_inputs(self, op: Operation) -> None:
        inputs = tuple(
            tensor if _closes_loop(op, tensor) else self.AddValue(tensor) for tensor in op.inputs
        )
        if any(new is not old for new, old in zip(inputs, op.inputs, strict=True)):
            op._replace_inputs(inputs)

    def _drop_external_controls(self, op: Operation) -> list[Operation]:
        """In a loop, takes away the control inputs that are outside of it, and returns them."""
        loop = self.GetWhileContext()
        if loop is None or not op._control_inputs:
            return []
        external = [control for control in op._control_inputs if _loop_of(control) is not loop]
        if external:
            kept = [control for control in op._control_inputs if control not in external]
            op._control_inputs = tuple(kept)
        return external

    def _hide(self, op: Operation) -> None:
        """Operations of a context are not for a run to fetch; the results of outer loops are."""
        if self._outer_context is not None or not is_loop_exit(op):
            self._graph._unfetchable_ops.add(op)
        if self._outer_context is not None:
            self._outer_context.AddInnerOp(op)


def _closes_loop(op: Operation, tensor: SymbolicTensor) -> bool:
    """Whether a tensor takes a loop that is being imported back to its start."""
    return op.type == "Merge" and tensor.op.type == "NextIteration"


def is_loop_exit(op: Operation) -> bool:
    """Whether an operation hands on what a loop gives."""
    return op.op_def.routing == "exits"


def is_loop_enter(op: Operation) -> bool:
    """Whether an operation hands something into a loop."""
    return op.op_def.routing == "enters"


def is_switch(op: Operation) -> bool:
    """Whether an operation hands its input to one of two sides."""
    return op.op_def.routing == "splits"


def is_constant_enter(op: Operation) -> bool:
    """Whether an operation hands into a loop what stays the same in it."""
    return is_loop_enter(op) and bool(op.attrs["is_constant"])


def is_loop_switch(op: Operation) -> bool:
    """Whether an operation ends a loop, and is no Switch in front of a branch in one."""
    context = op._get_control_flow_context()
    if not is_switch(op) or context is None or not context.IsWhileContext():
        return False
    takers = [taker for tensor in op.outputs for taker in tensor.consumers()]
    return not all(_is_in_branch(taker) for taker in takers)


def _is_in_branch(op: Operation) -> bool:
    context = op._get_control_flow_context()
    if is_loop_enter(op):
        context = context.outer_context
    return context is not None and context.IsCondContext()


def output_context(op: Operation) -> Any:
    """The context of what an operation gives: an Exit gives it to the context around its loop."""
    context = op._get_control_flow_context()
    return context.outer_context if context is not None and is_loop_exit(op) else context


def while_context(op: Operation) -> Any:
    """The innermost loop that an operation is in, None where it is in none."""
    context = op._get_control_flow_context()
    return None if context is None else context.GetWhileContext()


def _loop_of(op: Operation) -> Any:
    context = output_context(op)
    return None if context is None else context.GetWhileContext()


def contains(outer: Any, context: Any) -> bool:
    """Whether a context is `outer`, or is in it; None is around them all."""
    while context is not outer:
        if context is None:
            return False
        context = context.outer_context
    return True


def in_context(context: Any) -> AbstractContextManager[Any]:
    """A `with` block whose operations are of a context, of the present one where it is None."""
    return nullcontext() if context is None else context.entered()


def check_input(op: Operation, source: Operation) -> None:
    """Raises ValueError where an operation takes from a loop that it is not in."""
    inner = _loop_of(source)
    if inner is None:
        return
    context = op._get_control_flow_context()
    loop = None if context is None else context.GetWhileContext()
    if output_context(source) is context or _may_take(op, loop, inner):
        return
    why = "they are in different while loops." if loop else f"'{source.name}' is in a while loop."
    raise ValueError(
        f"Cannot use '{source.name}' as input to '{op.name}' because {why} See info log for more "
        "details."
    )


def _may_take(op: Operation, loop: Any, inner: Any) -> bool:
    """Whether an operation of `loop` may take what is of the loop `inner`."""
    if loop is None:
        return is_loop_enter(op) or is_switch(op)
    forward = _forward(loop)
    first, second = _forward(inner), _forward(_forward(inner))
    return (
        contains(inner, loop)
        or (forward is not None and contains(inner, forward))
        or (forward is not None and forward is inner.outer_context)
        or loop in (first, second)
    )


def _forward(loop: Any) -> Any:
    """The loop that a loop runs the gradient of, None for any other."""
    state = None if loop is None else loop.grad_state
    return None if state is None else state.forward_context
