"""FuncGraph: the graph of a function body, which may use tensors of the graphs around it.

A tensor from outside becomes an input of the function: it is *captured*. Branches of `cond`, loop
bodies and traced Python functions are FuncGraphs; the operation that calls one passes its captured
tensors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from minigraph import context, dtypes, opdef
from minigraph.dtypes import DType
from minigraph.eager_tensor import EagerTensor
from minigraph.graph import Graph
from minigraph.operation import Operation
from minigraph.random_seed import global_seed
from minigraph.tensor import SymbolicTensor

ShapeTuple = tuple[int | None, ...] | None

# Eager tensors of these types, up to so many elements, are copied into the functions that use them.
_COPIED_TYPES = frozenset(
    map(
        dtypes.as_dtype,
        "float32 float64 int32 uint8 int16 int8 int64 bool uint16 uint32 uint64".split(),
    )
)
_COPIED_ELEMENTS = 128


class FuncGraph(Graph):
    """The body of a function.

    inputs: its placeholders, arguments first and then captures; outputs: what it returns;
    targets: operations that a call runs whatever is returned; control_captures: operations of outer
    graphs that must run before a call; forward: the function that this one is the gradient of.
    """

    building_function = True
    forward: FuncGraph | None = None

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self.outer_graph: Graph = context.get_default_graph()
        self.inputs: list[SymbolicTensor] = []
        self.outputs: list[SymbolicTensor] = []
        self.targets: list[Operation] = []
        self.control_captures: list[Operation] = []
        self.structured_outputs: Any = None
        # By identity: while a function is traced, tensors are not hashable for its author.
        self._captures: dict[int, tuple[SymbolicTensor, SymbolicTensor]] = {}
        self._copies: dict[int, tuple[EagerTensor, SymbolicTensor]] = {}
        self._device_stack = list(self.outer_graph._device_stack)
        self._collections = self.outer_graph._collections
        self.seed = global_seed() if context.tracing_eagerly() else self.outer_graph.seed

    @property
    def python_name(self) -> str:
        """The name of the Python function: "f" for "__inference_f_12"."""
        name = self.name
        return name[12:].rsplit("_", 1)[0] if name.startswith("__inference_") else name

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
        return list(self._captures.values())

    @property
    def external_captures(self) -> list[SymbolicTensor]:
        """The outer tensors that a call passes after the arguments."""
        return [outer for outer, _ in self._captures.values()]

    @property
    def stateful(self) -> bool:
        """Whether a call may do more than compute its outputs."""
        return any(
            (op.op_def.stateful and op.type not in _PURE_CALLS) or not _is_pure(op)
            for op in self.get_operations()
        )

    @contextmanager
    def reopened(self) -> Iterator[None]:
        """A `with` block in which the body is the default graph and can be added to again."""
        with self.as_default(), self.control_dependencies(None):
            yield

    def add_input(
        self, dtype: DType, shape: ShapeTuple, name: str, own_name: str = ""
    ) -> SymbolicTensor:
        """A further argument of the function; `own_name` is the one that the program gave it."""
        placeholder = opdef.lookup("Placeholder")
        attrs: dict[str, Any] = {"dtype": dtype.base_dtype, "shape": shape}
        if own_name:
            attrs["_user_specified_name"] = own_name.encode()
        with self.reopened():
            op = self.add_operation(placeholder, (), attrs, self.unique_name(name), (shape,))
        tensor = op.outputs[0]
        tensor.dtype = dtype
        self.inputs.append(tensor)
        self._note_mutation()
        return tensor

    def add_outputs(self, tensors: Iterable[SymbolicTensor]) -> None:
        """Further results of the function; plans made before are forgotten."""
        self.outputs.extend(tensors)
        self._note_mutation()

    def _note_mutation(self) -> None:
        super()._note_mutation()
        self.__dict__.pop("_body", None)
        self.__dict__.pop("_parts", None)

    def capture(self, tensor: Any, name: str | None = None) -> Any:
        """What an op inside is given for `tensor`: see `captured`."""
        return self.captured(tensor, name)

    def captured(self, tensor: Any, name: str | None = None) -> Any:
        """The input that stands for a tensor of an outer graph; the tensor itself if it is inside.

        Raises ValueError, for a function of eager code TypeError, for an unrelated graph's tensor.
        """
        eager = isinstance(tensor, EagerTensor)
        if not eager and tensor.op.graph is self:
            return tensor
        found: Any = self._captures.get(id(tensor)) or self._copies.get(id(tensor))
        if found is not None:
            context.record_operation("captured_value", [found[1]], [tensor], _as_it_is)
            return found[1]
        if eager:
            return self._captured_value(tensor, name or "Const")
        self._check_reachable(tensor)
        outer = self.outer_graph
        if isinstance(outer, FuncGraph):
            outer.captured(tensor)
        name = tensor.op.name.rsplit("/", 1)[-1]
        inner = self.add_input(tensor.dtype, tensor._shape, name)
        copy_handle_data(tensor, inner)
        self.bind(tensor, inner)
        context.record_operation("captured_value", [inner], [tensor], _as_it_is)
        return inner

    def _captured_value(self, tensor: EagerTensor, name: str) -> SymbolicTensor:
        """What stands for an eager tensor: a small number is copied, all else is an input."""
        if not context.tracing_eagerly():
            message = "Attempting to capture an EagerTensor without building a function."
            raise RuntimeError(message)
        copied = tensor.dtype in _COPIED_TYPES and tensor._constant.size <= _COPIED_ELEMENTS
        if not copied and isinstance(self.outer_graph, FuncGraph):
            self.outer_graph.captured(tensor, name)
        shape = tensor._shape
        if copied:
            attrs: dict[str, Any] = {"value": tensor._constant, "dtype": tensor.dtype}
        else:
            attrs = {"dtype": tensor.dtype, "shape": shape}
        op_def = opdef.lookup("Const" if copied else "Placeholder")
        with self.control_dependencies(None):
            op = self.add_operation(op_def, (), attrs, self.unique_name(name), (shape,))
        inner = op.outputs[0]
        if copied:
            self._copies[id(tensor)] = (tensor, inner)
        else:
            copy_handle_data(tensor, inner)
            self.inputs.append(inner)
            self.bind(tensor, inner)
            self._note_mutation()
        context.record_operation("captured_value", [inner], [tensor], _as_it_is)
        return inner

    def bind(self, outer: Any, inner: SymbolicTensor) -> None:
        """Makes an input of the function stand for a tensor of an outer graph."""
        self._captures[id(outer)] = (outer, inner)

    def _check_reachable(self, tensor: SymbolicTensor) -> None:
        graph: Graph = self
        while isinstance(graph, FuncGraph):
            graph = graph.outer_graph
            if tensor.op.graph in (graph, getattr(graph, "forward", None)):
                return
        if context.tracing_eagerly():
            raise TypeError(out_of_scope(tensor))
        raise ValueError(f"Tensor {tensor} is not an element of this graph.")

    def _adopt(self, inputs: tuple[SymbolicTensor, ...]) -> tuple[SymbolicTensor, ...]:
        return tuple(self.captured(tensor) for tensor in inputs)

    def control_dependencies(self, control_inputs: Any) -> Any:
        """As for a graph; what lies outside the function runs before each call."""
        if control_inputs is None:
            return super().control_dependencies(None)
        inside = []
        for item in control_inputs:
            element = item._as_graph_element() if hasattr(item, "_as_graph_element") else item
            op = element.op if isinstance(element, SymbolicTensor) else element
            if isinstance(op, Operation) and op.graph is not self:
                self._capture_control(op)
            else:
                inside.append(item)
        return super().control_dependencies(inside)

    def _capture_control(self, op: Operation) -> None:
        # An argument has been computed when the call starts.
        if op.op_def.inputs or op.type != "Placeholder":
            if op not in self.control_captures:
                self.control_captures.append(op)


def copy_handle_data(source: Any, target: Any) -> None:
    """What is known of the variable behind a handle stays known behind `target`."""
    if source.dtype is dtypes.resource:
        for key, attr in (("_handle_shape", "shape"), ("_handle_dtype", "dtype")):
            known = source.__dict__
            target.__dict__[key] = known[key] if key in known else source.op.attrs.get(attr)


def _as_it_is(grad: Any) -> list[Any]:
    """The gradient of a captured tensor by the tensor."""
    return [grad]


_PURE_CALLS = ("StatelessIf", "StatelessCase", "StatelessWhile", "PartitionedCall")


def _is_pure(op: Operation) -> bool:
    return op.op_def.pure or op.type in _PURE_CALLS


def align_inputs(graphs: Sequence[FuncGraph], arguments: int = 0) -> list[SymbolicTensor]:
    """Gives all `graphs` the same captures in the same order, after so many arguments each.

    Returns the captured tensors: what a call passes after the arguments.
    """
    wanted = {id(outer): outer for graph in graphs for outer in graph.external_captures}
    for graph in graphs:
        inner = [graph.captured(outer) for outer in wanted.values()]
        graph.inputs[arguments:] = inner
        graph._captures = {
            key: (outer, tensor) for (key, outer), tensor in zip(wanted.items(), inner, strict=True)
        }
    return list(wanted.values())


def out_of_scope(tensor: SymbolicTensor) -> str:
    """What TensorFlow says of a tensor of a graph that is left."""
    places = "".join(
        f"    File {frame.filename!r}, line {frame.lineno}, in {frame.name}\n".replace("'", '"')
        for frame in tensor.op.traceback
    )
    graph: Any = tensor.op.graph
    owner = (
        f"FuncGraph(name={graph.python_name}, id={id(graph)})" if graph.building_function else graph
    )
    return (
        f"{tensor!r} is out of scope and cannot be used here. Use return values, explicit Python "
        "locals or TensorFlow collections to access it.\nPlease see https://www.tensorflow.org/"
        "guide/function#all_outputs_of_a_tffunction_must_be_return_values for more information.\n\n"
        f"{tensor!r} was defined here:\n{places}\nThe tensor {tensor!r} cannot be accessed from "
        f"here, because it was defined in {owner}, which is out of scope."
    )
