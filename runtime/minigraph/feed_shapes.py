"""What follows from the shapes of the fed arrays: a plan for one set of shapes knows more.

The shape rules of the ops run once more, with the shapes that a feed really has in place of the
static ones. Operations that only look at shapes are then constants, and so is what is made of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from minigraph import inference
from minigraph.operation import Operation
from minigraph.tensor import SymbolicTensor

ShapeTuple = tuple[int | None, ...] | None


class KnownShapes:
    """The shapes of tensors, given those of the feeds."""

    def __init__(self, feeds: Sequence[SymbolicTensor], shapes: Sequence[ShapeTuple]) -> None:
        self._shapes: dict[SymbolicTensor, ShapeTuple] = dict(zip(feeds, shapes, strict=True))

    def of(self, tensor: SymbolicTensor) -> ShapeTuple:
        """What is known of a tensor's shape."""
        return self._shapes.get(tensor, tensor._shape)

    def is_full(self, tensor: SymbolicTensor) -> bool:
        """Whether every size of a tensor is known."""
        shape = self.of(tensor)
        return shape is not None and None not in shape

    def infer(self, op: Operation, values: Mapping[int, Any]) -> None:
        """Works out the shapes of the outputs of `op`; `values` are its known inputs by index."""
        rule = op.op_def.shape
        if rule is None or not op.outputs:
            return
        context = _Context(op, [self.of(tensor) for tensor in op.inputs], values)
        try:
            found = rule(context)
        except ValueError:
            # The kernel refuses these inputs as well, in the words of the run.
            return
        for tensor, shape in zip(op.outputs, found):
            if shape is not None and tensor not in self._shapes:
                self._shapes[tensor] = tuple(shape)

    def stand_in(self, tensor: SymbolicTensor) -> Any:
        """An array of a tensor's shape that takes no memory, for kernels that look at shapes."""
        return np.broadcast_to(np.zeros((), np.int8), self.of(tensor))  # type: ignore[arg-type]


class _Context(inference.ShapeContext):
    def __init__(self, op: Operation, shapes: list[ShapeTuple], values: Mapping[int, Any]) -> None:
        super().__init__(op)
        self.shapes = shapes
        self._values = values

    def peek(self, index: int) -> Any:
        if index in self._values:
            return np.asarray(self._values[index])
        return super().peek(index)

    def constant_shape(self, index: int) -> ShapeTuple:
        if index in self._values:
            sizes = np.atleast_1d(self._values[index])
            return tuple(None if size < 0 else int(size) for size in sizes)
        return super().constant_shape(index)
