"""FuncGraph: the graph of a function body, which may use tensors of the graphs around it.

A tensor from outside becomes an input of the function: it is *captured*. Branches of `cond`, loop
bodies and traced Python functions are FuncGraphs; the operation that calls one passes its captured
tensors.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from minigraph import context, opdef
from minigraph.dtypes import DType
from minigraph.graph import Graph
from minigraph.operation import Operation
from minigraph.tensor import SymbolicTensor

ShapeTuple = tuple[int | None, ...] | None


class FuncGraph(Graph):
    """The body of a function.

    inputs: its placeholders, arguments first and then captures; outputs: what it returns;
    targets: operations that a call runs whatever is returned.
    """

    building_function = True

    def __init__(self, name: str, scope: str = "") -> None:
        super().__init__()
        self.name = name
        self.outer_graph: Graph = context.get_default_graph()
        self.inputs: list[SymbolicTensor] = []
        self.outputs: list[SymbolicTensor] = []
        self.targets: list[Operation] = []
        self.structured_outputs: Any = None
        self._captures: dict[SymbolicTensor, SymbolicTensor] = {}
        # TensorFlow 1 builds branches and loop bodies inside the outer graph: same names, same
        # collections. A body with a scope looks like that from inside.
        self.shares_outer_graph = bool(scope)
        self._thread.name_stack = scope
        self._device_stack = list(self.outer_graph._device_stack)
        self._collections = self.outer_graph._collections
        self.seed = self.outer_graph.seed
        if scope:
            self._names_in_use = self.outer_graph._names_in_use
            self._gradient_overrides = self.outer_graph._gradient_overrides

    @property
    def outermost_graph(self) -> Graph:
        """The graph around all functions."""
        graph: Graph = self
        while isinstance(graph, FuncGraph):
            graph = graph.outer_graph
        return graph

    @property
    def captures(self) -> list[tuple[SymbolicTensor, SymbolicTensor]]:
        """Pairs of an outer tensor and the input that stands for it."""
        return list(self._captures.items())

    @property
    def external_captures(self) -> list[SymbolicTensor]:
        """The outer tensors that a call passes after the arguments."""
        return list(self._captures)

    def add_input(self, dtype: DType, shape: ShapeTuple, name: str) -> SymbolicTensor:
        """A new argument of the function."""
        placeholder = opdef.lookup("Placeholder")
        attrs = {"dtype": dtype.base_dtype, "shape": shape}
        with context.default_graph_stack.get_controller(self), self.control_dependencies(None):
            op = self.add_operation(placeholder, (), attrs, self.unique_name(name), (shape,))
        tensor = op.outputs[0]
        tensor.dtype = dtype
        self.inputs.append(tensor)
        return tensor

    def capture(self, tensor: SymbolicTensor) -> SymbolicTensor:
        """The input that stands for a tensor of an outer graph; the tensor itself if it is inside.

        Raises ValueError for a tensor of an unrelated graph.
        """
        if tensor.op.graph is self:
            return tensor
        found = self._captures.get(tensor)
        if found is not None:
            return found
        self._check_reachable(tensor)
        outer = self.outer_graph
        if isinstance(outer, FuncGraph):
            outer.capture(tensor)
        inner = self.add_input(tensor.dtype, tensor._shape, tensor.op.name.rsplit("/", 1)[-1])
        handle_shape = tensor.__dict__.get("_handle_shape", tensor.op.attrs.get("shape"))
        inner.__dict__["_handle_shape"] = handle_shape
        self._captures[tensor] = inner
        return inner

    def _check_reachable(self, tensor: SymbolicTensor) -> None:
        graph: Graph | None = self
        while isinstance(graph, FuncGraph):
            graph = graph.outer_graph
            if tensor.op.graph is graph:
                return
        raise ValueError(f"Tensor {tensor} is not an element of this graph.")

    def call_inputs(self) -> list[SymbolicTensor]:
        """The captured tensors as the graph that holds the call sees them."""
        outer = self.outer_graph
        if isinstance(outer, FuncGraph):
            return [outer.capture(tensor) for tensor in self._captures]
        return list(self._captures)

    def _adopt(self, inputs: tuple[SymbolicTensor, ...]) -> tuple[SymbolicTensor, ...]:
        return tuple(self.capture(tensor) for tensor in inputs)

    def control_dependencies(self, control_inputs: Any) -> Any:
        """As for a graph; what lies outside the function has run before the call already."""
        if control_inputs is None:
            return super().control_dependencies(None)
        inside = []
        for item in control_inputs:
            graph = getattr(item, "graph", self)
            if graph is self or not isinstance(item, (SymbolicTensor, Operation)):
                inside.append(item)
        return super().control_dependencies(inside)


@contextmanager
def init_scope() -> Iterator[None]:
    """Leaves all function bodies and control dependencies: for what is made once (tf.init_scope)."""
    graph = context.get_default_graph()
    outer = graph.outermost_graph if isinstance(graph, FuncGraph) else graph
    scope = graph.get_name_scope()
    with outer.as_default(), outer.control_dependencies(None):
        previous, outer._thread.name_stack = outer._thread.name_stack, scope
        try:
            yield
        finally:
            outer._thread.name_stack = previous
