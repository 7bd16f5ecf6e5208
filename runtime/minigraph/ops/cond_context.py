"""CondContext: what a branch of TensorFlow 1's `cond` makes of the operations built in it.

They are operations of the graph itself. What they take from outside comes through a Switch, and
what takes nothing waits for the pivot: where the branch is not taken, they are dead.
Source: CondContext of TensorFlow's control_flow_ops.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from minigraph import convert
from minigraph.func_graph import copy_handle_data
from minigraph.graph import Graph
from minigraph.operation import Operation
from minigraph.ops import array, switching
from minigraph.tensor import SymbolicTensor


class CondContext:
    """One branch. pred: the predicate; pivot: lives where the branch is taken; branch: 1 or 0."""

    def __init__(self, graph: Graph, pred: SymbolicTensor, pivot: Any, branch: int) -> None:
        self.pred, self.pivot, self.branch = pred, pivot, branch
        self._graph = graph
        self._outer: CondContext | None = graph._branch
        self._inside: dict[int, SymbolicTensor] = {}

    @contextmanager
    def entered(self) -> Iterator[None]:
        """A `with` block whose operations are of this branch."""
        graph, outer = self._graph, self._graph._branch
        graph._branch = self
        try:
            yield
        finally:
            graph._branch = outer

    def has(self, op: Operation) -> bool:
        """Whether an operation is of this branch, or of one within."""
        context = op._get_control_flow_context()
        while context is not None and context is not self:
            context = getattr(context, "_outer", None)  # a loop's has none
        return context is self

    def adopt(self, inputs: Sequence[SymbolicTensor]) -> tuple[SymbolicTensor, ...]:
        """What operations of the branch take for these tensors."""
        return tuple(self.inside(tensor) for tensor in inputs)

    def inside(self, tensor: SymbolicTensor) -> SymbolicTensor:
        """The tensor itself if it is of the branch, else what its Switch gives."""
        if tensor is self.pred or tensor is self.pivot or self.has(tensor.op):
            return tensor
        found = self._inside.get(id(tensor))
        if found is None:
            found = self._inside[id(tensor)] = self._switched(tensor)
        return found

    def _switched(self, tensor: SymbolicTensor) -> SymbolicTensor:
        graph, outer = self._graph, self._outer
        with graph.control_dependencies(None):
            source = tensor if outer is None else outer.inside(tensor)
            switch = switching.ref_switch if source.dtype._is_ref_dtype else switching.switch
            with graph.colocate_with(source.op, ignore_existing=True):
                found = switch(source, self.pred, name="Switch")[self.branch]
        copy_handle_data(source, found)
        self._own(found.op)
        return found  # type: ignore[no-any-return]

    def note(self, op: Operation) -> None:
        """Makes a new operation one of the branch."""
        if not op.inputs and not any(self.has(control) for control in op._control_inputs):
            op._control_inputs += (self.pivot.op,)
        self._own(op)

    def _own(self, op: Operation) -> None:
        op.__dict__["_control_flow_context"] = self
        self._graph._unfetchable_ops.add(op)

    def result(self, part: Any) -> Any:
        """The tensor for what the branch returned; for an operation the pivot, once it has run."""
        if not isinstance(part, Operation):
            return self.inside(convert.convert_to_tensor(part))
        with self._graph.control_dependencies([part]), self._graph.colocate_with(self.pivot):
            return array.identity(self.pivot, name="control_dependency")


def both(graph: Graph, pred: SymbolicTensor, name: str) -> tuple[CondContext, CondContext]:
    """The contexts of the branch that is taken where `pred` is true, and of the other."""
    dead_if_true, dead_if_false = switching.switch(pred, pred, name=f"{name}/")
    taken = array.identity(dead_if_false, name="switch_t")
    other = array.identity(dead_if_true, name="switch_f")
    asked: Any = array.identity(pred, name="pred_id")
    return CondContext(graph, asked, taken, 1), CondContext(graph, asked, other, 0)


def merge(pair: Sequence[SymbolicTensor]) -> SymbolicTensor:
    """The value of the branch that was taken; `pair` is of the false branch and the true one."""
    is_ref = all(tensor.dtype._is_ref_dtype for tensor in pair)
    merged = (switching.ref_merge if is_ref else switching.merge)(list(pair), name="Merge")[0]
    copy_handle_data(pair[1], merged)
    return merged  # type: ignore[no-any-return]
