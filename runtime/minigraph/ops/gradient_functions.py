"""Functions that are gradients of functions, and what the forward operations give them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from minigraph import convert, dtypes
from minigraph.composite import IndexedSlices
from minigraph.dtypes import DType
from minigraph.func_graph import FuncGraph, copy_handle_data
from minigraph.graph import Graph
from minigraph.opdef import Shape
from minigraph.operation import Operation
from minigraph.ops import array, state, state_parts
from minigraph.registry import op
from minigraph.tensor import SymbolicTensor


@op("FakeParam", "-> output: dtype", shape=lambda c: (c.attrs["shape"],))
def fake_param(*, dtype: DType, shape: Shape) -> Any:
    """Stands for an output that only the other branch has; nobody looks at its value."""
    if dtype in (dtypes.variant, dtypes.resource):
        return None
    return np.zeros([size or 0 for size in shape or ()], dtype.as_numpy_dtype)[()]


class GradientGraph(FuncGraph):
    """The gradient of a function: tensors of the forward function are its intermediates.

    intermediates: by the identity of a forward tensor, the tensor and the input that stands for it.
    """

    def __init__(self, name: str, forward: FuncGraph, call: Operation) -> None:
        super().__init__(name)
        self._thread.name_stack = self.outer_graph.get_name_scope()
        self.forward: FuncGraph = forward
        self._arguments = dict(zip(map(id, forward.inputs), _arguments_of(call), strict=True))
        self._constants: dict[int, SymbolicTensor] = {}
        self.intermediates: dict[int, tuple[SymbolicTensor, SymbolicTensor]] = {}

    def is_constant_argument(self, tensor: SymbolicTensor) -> bool:
        """Whether a forward input has the same value in every call."""
        return True

    def captured(self, tensor: Any, name: str | None = None) -> Any:
        """What stands here for a forward tensor, or for one of an outer graph."""
        if not isinstance(tensor, SymbolicTensor) or tensor.op.graph is not self.forward:
            return super().captured(tensor, name)
        if id(tensor) in self._arguments and self.is_constant_argument(tensor):
            return super().captured(self._arguments[id(tensor)])
        if tensor.op.type == "Const":
            return self._copied_constant(tensor)
        if id(tensor) not in self.intermediates:
            self.intermediates[id(tensor)] = (tensor, self._stand_in(tensor))
        return self.intermediates[id(tensor)][1]

    def needed_intermediates(self) -> list[tuple[SymbolicTensor, SymbolicTensor]]:
        """The intermediates that an operation uses, or that are returned."""
        return [
            (tensor, inner)
            for tensor, inner in self.intermediates.values()
            if inner.consumers() or any(inner is output for output in self.outputs)
        ]

    def _stand_in(self, tensor: SymbolicTensor) -> SymbolicTensor:
        inner = self.add_input(tensor.dtype.base_dtype, tensor._shape, "intermediate")
        copy_handle_data(tensor, inner)
        return inner

    def _copied_constant(self, tensor: SymbolicTensor) -> SymbolicTensor:
        if id(tensor) not in self._constants:
            with self.as_default(), self.control_dependencies(None):
                copy = convert.constant_in(self, tensor.op.attrs["value"], "Const")
            self._constants[id(tensor)] = copy
        return self._constants[id(tensor)]


def _arguments_of(call: Operation) -> Sequence[SymbolicTensor]:
    return call.inputs[1:] if "Tout" in call.attrs and "f" not in call.attrs else call.inputs


def gradients_in(
    graph: FuncGraph, ys: Sequence[Any], xs: Sequence[Any], grad_ys: Sequence[Any]
) -> list[Any]:
    """The gradients of tensors of a forward function, built in the function `graph`."""
    from minigraph.gradients import gradients_of

    with graph.as_default():
        return gradients_of(ys, xs, grad_ys)


def dense(grad: Any) -> Any:
    """A gradient as a tensor."""
    return convert.convert_to_tensor(grad) if isinstance(grad, IndexedSlices) else grad


def zeros(tensor: SymbolicTensor) -> Any:
    """Zeros in the shape of a tensor, or of the variable behind a handle."""
    if tensor.dtype is dtypes.resource:
        dtype = state.handle_dtype(tensor)
        return array.zeros(state_parts.variable_shape(tensor), dtype=dtype)
    if tensor.dtype is dtypes.variant or not tensor.shape.is_fully_defined():
        return array.zeros_like(tensor, optimize=False)
    return array.zeros(tensor.shape, tensor.dtype)


def is_trainable(tensor: SymbolicTensor) -> bool:
    """Whether gradients flow through a tensor."""
    from minigraph import gradient_values

    return gradient_values.is_trainable(tensor)


def add_output(call: Operation, types: str, like: SymbolicTensor) -> int:
    """Gives an operation one more output; returns its index. Plans made before are forgotten."""
    index = len(call.outputs)
    output = SymbolicTensor(call, index, like.dtype.base_dtype, like._shape)
    copy_handle_data(like, output)
    call.outputs.append(output)
    call._note_attr(types, [*call.attrs[types], output.dtype])
    if "output_shapes" in call.attrs:
        call._note_attr("output_shapes", [*call.attrs["output_shapes"], like._shape])
    call.graph._note_mutation()
    return index


@contextmanager
def additions_to(graph: Graph) -> Iterator[None]:
    """A `with` block that adds operations to a graph that is built already."""
    if isinstance(graph, FuncGraph):
        with graph.reopened():
            yield
    else:
        with graph.as_default(), graph.control_dependencies(None):
            yield
