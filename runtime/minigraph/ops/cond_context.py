"""CondContext: what a branch of TensorFlow 1's `cond` makes of the operations built in it.

What they take from outside comes through a Switch, and what takes nothing waits for the pivot:
where the branch is not taken, they are dead.
Source: CondContext of TensorFlow's control_flow_ops.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from minigraph import context, convert, nest
from minigraph.func_graph import copy_handle_data
from minigraph.graph import Graph
from minigraph.operation import Operation
from minigraph.ops import array, switching
from minigraph.ops.control_contexts import ControlFlowContext, contains, readers
from minigraph.scopes import prepend_scope, strip_scope
from minigraph.tensor import SymbolicTensor


class CondContext(ControlFlowContext):
    """One branch. pred: the predicate; pivot: lives where the branch is taken; branch: 1 or 0."""

    kind = "cond_ctxt"

    def __init__(
        self,
        graph: Graph,
        pred: SymbolicTensor,
        pivot: Any,
        branch: int,
        name: str = "cond_text",
    ) -> None:
        super().__init__(graph, graph.unique_name(name))
        self.pred, self.pivot, self.branch = pred, pivot, branch
        self._values |= {pred.name, pivot.name}
        self._external_values[pred.name] = pred
        pivot.op._set_control_flow_context(self)

    @property
    def grad_state(self) -> Any:
        """The gradient that the loop around runs, None where it runs none."""
        loop = self.GetWhileContext()
        return None if loop is None else loop.grad_state

    @property
    def back_prop(self) -> bool:
        """Whether the loop around has a gradient."""
        loop = self.GetWhileContext()
        return loop is not None and loop.back_prop

    def IsCondContext(self) -> bool:
        """Whether this is a branch."""
        return True

    def GetControlPivot(self) -> Any:
        """The tensor that lives where the branch is taken."""
        return self.pivot

    def AddValue(self, tensor: SymbolicTensor) -> SymbolicTensor:
        """The tensor itself if it is of the branch, else what its Switch gives."""
        if tensor.name in self._values:
            return self._external_values.get(tensor.name, tensor)
        source = self._brought_near(tensor)
        with self._graph.control_dependencies(None):
            found: SymbolicTensor = switch_beside(source, self.pred)[self.branch]
            if self._outer_context is not None:
                self._outer_context.AddInnerOp(found.op)
        self._graph._unfetchable_ops.add(found.op)
        found.op._set_control_flow_context(self)
        self._tell_names([found])
        self._external_values[tensor.name] = found
        return found

    def _brought_near(self, tensor: SymbolicTensor) -> SymbolicTensor:
        """A tensor from outside as the context around the branch has it."""
        self._values.add(tensor.name)
        if self._outer_context is None:
            return tensor
        source: SymbolicTensor = self._outer_context.AddValue(tensor)
        self._values.add(source.name)
        self._external_values[source.name] = source
        return source

    def AddOp(self, op: Operation) -> None:
        """Makes a new operation one of the branch."""
        self.add_own(op)

    def add_own(self, op: Operation) -> None:
        """Makes an operation one of the branch, wherever its inputs are."""
        self._add_inputs(op)
        self._drop_external_controls(op)
        if not op.inputs:
            if not any(
                contains(self, control._get_control_flow_context())
                for control in op._control_inputs
            ):
                op._control_inputs += (self.pivot.op,)
        self._tell_names(op.outputs)
        self._hide(op)

    def to_proto(self, export_scope: str | None = None) -> Any:
        """The CondContextDef of the branch, None where it is not in `export_scope`."""
        from minigraph import protos

        if export_scope is not None and not self.name.startswith(export_scope):
            return None
        message = protos.CondContextDef(
            pred_name=strip_scope(self.pred.name, export_scope),
            pivot_name=strip_scope(self.pivot.name, export_scope),
            branch=self.branch,
        )
        self._write(message, export_scope)
        return message

    @classmethod
    def from_proto(cls, message: Any, import_scope: str | None = None) -> CondContext:
        """The branch of a CondContextDef; KeyError where the default graph lacks its tensors."""
        graph = context.get_default_graph()
        names = (message.pred_name, message.pivot_name)
        pred, pivot = (graph.as_graph_element(prepend_scope(name, import_scope)) for name in names)
        made = cls(graph, pred, pivot, message.branch)
        made._read(message, import_scope)
        return made

    def _tell_names(self, tensors: Sequence[SymbolicTensor]) -> None:
        names = [tensor.name for tensor in tensors]
        context: Any = self
        while context is not None:
            context._values.update(names)
            context = context.outer_context

    def result(self, part: Any) -> Any:
        """The tensor for what the branch returned; for an operation the pivot, once it has run."""
        if not isinstance(part, Operation):
            return self._output(convert.convert_to_tensor(part))
        with self._graph.control_dependencies([part]), self._graph.colocate_with(self.pivot):
            made: Any = array.identity(self.pivot, name="control_dependency")
        return self._output(made)

    def _output(self, tensor: SymbolicTensor) -> SymbolicTensor:
        """What the branch gives for a tensor: one from outside comes through a Switch."""
        if tensor.name in self._values:
            return self._external_values.get(tensor.name, tensor)
        source = self._brought_near(tensor)
        found: SymbolicTensor = switch_beside(source, self.pred)[self.branch]
        self._external_values[tensor.name] = found
        return found


readers[CondContext.kind] = CondContext.from_proto


def switch_beside(data: Any, pred: Any, name: str = "Switch") -> Any:
    """Both outputs of a Switch of a tensor or of IndexedSlices, which is placed with it."""
    graph = data.op.graph
    with graph.colocate_with(data.op, ignore_existing=True):
        if isinstance(data, SymbolicTensor):
            return _switch(data, pred, name)
        with graph.name_scope(name):
            parts = nest.flatten(data, expand_composites=True)
            sides = zip(*[_switch(part, pred, "Switch") for part in parts], strict=True)
            return [
                nest.pack_sequence_as(data, list(side), expand_composites=True) for side in sides
            ]


def _switch(tensor: SymbolicTensor, pred: Any, name: str) -> Any:
    make = switching.ref_switch if tensor.dtype._is_ref_dtype else switching.switch
    found = make(tensor, pred, name=name)
    for side in found:
        copy_handle_data(tensor, side)
    return found


def both(graph: Graph, pred: Any) -> tuple[Any, Any, SymbolicTensor]:
    """What lives where `pred` is true, what where it is false, and the predicate for contexts."""
    with graph.name_scope("Switch") as scope:
        is_resource = hasattr(pred, "_handle")  # of which TensorFlow makes a Switch in this scope
        data = pred if is_resource else convert.convert_to_tensor(pred, name="data", as_ref=True)
        asked: Any = convert.convert_to_tensor(pred, name="pred")
        dead_if_true, dead_if_false = switching.switch(
            data, asked, name="Switch" if is_resource else scope
        )
    taken = array.identity(dead_if_false, name="switch_t")
    other = array.identity(dead_if_true, name="switch_f")
    asked = array.identity(pred, name="pred_id")
    graph._unfetchable_ops.update(t.op for t in (dead_if_true, taken, other, asked))
    return taken, other, asked


def merge(pair: Sequence[SymbolicTensor]) -> SymbolicTensor:
    """The value of the branch that was taken; `pair` is of the false branch and the true one."""
    is_ref = all(tensor.dtype._is_ref_dtype for tensor in pair)
    merged = (switching.ref_merge if is_ref else switching.merge)(list(pair), name="Merge")[0]
    copy_handle_data(pair[1], merged)
    return merged  # type: ignore[no-any-return]
