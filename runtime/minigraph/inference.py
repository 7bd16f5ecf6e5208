"""Static shapes: runs an op's shape rule while the graph is built, and words its errors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from minigraph import shapes

if TYPE_CHECKING:
    from minigraph.operation import Operation
    from minigraph.tensor import SymbolicTensor

ShapeTuple = tuple[int | None, ...] | None
MAX_CONSTANT_ELEMENTS = 10_000
_NOT_CONSTANT: Any = object()


class ShapeContext:
    """What a shape rule may ask about the operation under construction."""

    __slots__ = ("_used_shapes", "_used_values", "attrs", "op", "shapes")

    def __init__(self, op: Operation) -> None:
        self.op = op
        self.attrs = op.attrs
        self.shapes: list[ShapeTuple] = [tensor._shape for tensor in op.inputs]
        # Made when a rule first asks: most rules look at shapes only.
        self._used_values: dict[int, Any] | None = None
        self._used_shapes: dict[int, ShapeTuple] | None = None

    def peek(self, index: int) -> Any:
        """As `constant`, but a refusal does not print the value."""
        return constant_value(self.op.inputs[index])

    def constant(self, index: int) -> Any:
        """The value of an input as an array where it is known while building, else None."""
        value = self.peek(index)
        if value is not None:
            self._used_values = {**(self._used_values or {}), index: value}
        return value

    def constant_shape(self, index: int) -> ShapeTuple:
        """The value of an input that holds a shape: what is known of it."""
        if self.shapes[index] == ():
            raise ValueError("Shape must be rank 1 but is rank 0")
        shape = constant_as_shape(self.op.inputs[index])
        self._used_shapes = {**(self._used_shapes or {}), index: shape}
        return shape

    def error(self, message: str) -> ValueError:
        """TensorFlow's wording of a shape rule's refusal."""
        inputs = ", ".join(shapes.format_shape(shape) for shape in self.shapes)
        text = f"{message} for '{self.op.summary()}' with input shapes: {inputs}"
        if self._used_values:
            values = ", ".join(
                f"input[{index}] = {format_value(value)}"
                for index, value in sorted(self._used_values.items())
            )
            text += f" and with computed input tensors: {values}"
        if self._used_shapes:
            partial = ", ".join(
                f"input[{index}] = {shapes.format_shape(shape)}"
                for index, shape in sorted(self._used_shapes.items())
            )
            text += f" and with input tensors computed as partial shapes: {partial}"
        return ValueError(f"{text}.")


def infer_shapes(op: Operation) -> Sequence[ShapeTuple]:
    """The static shapes of the outputs of a new operation.

    Raises ValueError with TensorFlow's text where the inputs' shapes do not fit.
    """
    rule = op.op_def.shape
    if rule is None:
        return _UnknownShapes()  # type: ignore[return-value]
    asked = ShapeContext(op)
    try:
        return rule(asked)
    except InvalidSize as refusal:
        raise ValueError(str(refusal)) from None
    except ValueError as refusal:
        # TensorFlow asks the rule without any values first: what needs none to fail prints none.
        blind = _BlindContext(op)
        try:
            rule(blind)
        except ValueError as first:
            raise blind.error(str(first)) from None
        raise asked.error(str(refusal)) from None


class InvalidSize(ValueError):
    """A tensor that holds a shape has a size below -1; what is said of it names no operation."""


class _BlindContext(ShapeContext):
    def peek(self, index: int) -> Any:
        return None

    def constant_shape(self, index: int) -> ShapeTuple:
        shape = self.shapes[index]
        if shape == ():
            raise ValueError("Shape must be rank 1 but is rank 0")
        return None if shape is None or shape[0] is None else (None,) * shape[0]


class _UnknownShapes:
    """As many unknown shapes as somebody asks for."""

    def __getitem__(self, index: Any) -> None:
        return None


_STATIC = frozenset(
    "Const Shape Size Rank Range Cast Concat ConcatV2 Pack Unpack Split Fill Equal NotEqual "
    "StopGradient Identity".split()
)


def static_value(tensor: Any, partial: bool = False) -> Any:
    """The value where constants and a few ops on them decide it, else None (tf.get_static_value).

    A tensor whose value was told may not be fed any more. `partial` is there for TensorFlow's sake:
    parts are never returned.
    """
    if not hasattr(tensor, "_constant"):
        return None if hasattr(tensor, "read_value") else tensor
    from minigraph.eager_tensor import EagerTensor

    is_eager = isinstance(tensor, EagerTensor)
    stack = [] if is_eager else [tensor]
    while stack:
        op = stack.pop().op
        if op.type not in _STATIC:
            return None
        stack += [] if op.op_def.of_shape else op.inputs
    value = constant_value(tensor)
    if value is not None and not is_eager:
        tensor.graph.prevent_feeding(tensor)
    return value


def constant_value(tensor: SymbolicTensor) -> Any:
    """The value of a tensor as an array where the graph alone decides it, else None.

    Kernels of constants are run, up to MAX_CONSTANT_ELEMENTS elements; the answer is remembered.
    """
    if tensor._constant is None:
        _evaluate(tensor)
    return None if tensor._constant is _NOT_CONSTANT else tensor._constant


def _evaluate(wanted: SymbolicTensor) -> None:
    stack = [wanted]
    while stack:
        tensor = stack[-1]
        if tensor._constant is not None:
            stack.pop()
            continue
        op_def = tensor.op.op_def
        waiting = []
        if op_def.pure and op_def.kernel is not None and not op_def.routing:
            known = [source._constant for source in tensor.op.inputs]
            if not any(value is _NOT_CONSTANT for value in known):
                waiting = [source for source in tensor.op.inputs if source._constant is None]
        if waiting:
            stack.extend(waiting)
        else:
            tensor._constant = _run_kernel(tensor)
            stack.pop()


def _run_kernel(tensor: SymbolicTensor) -> Any:
    op, op_def = tensor.op, tensor.op.op_def
    if not op_def.pure or op_def.blocking or op_def.takes_node or op_def.kernel is None:
        return _NOT_CONSTANT
    if op_def.routing:  # a loop goes round, and its values change
        return _NOT_CONSTANT
    values = [source._constant for source in op.inputs]
    if any(value is _NOT_CONSTANT for value in values):
        return _NOT_CONSTANT
    if tensor._shape is not None and None not in tensor._shape:
        if (shapes.num_elements(tensor._shape) or 0) > MAX_CONSTANT_ELEMENTS:
            return _NOT_CONSTANT
    try:
        with np.errstate(all="ignore"):
            value = op_def.kernel(*values, **{name: op.attrs[name] for name in op_def.kernel_attrs})
            value = value if op_def.single_output else value[tensor.value_index]
    except Exception:
        # The operation fails when it runs, under its own name; here it is merely no constant.
        return _NOT_CONSTANT
    return _NOT_CONSTANT if np.size(value) > MAX_CONSTANT_ELEMENTS else np.asarray(value)


def constant_as_shape(tensor: SymbolicTensor) -> ShapeTuple:
    """What is known of a tensor that holds a shape, -1 meaning unknown."""
    value = constant_value(tensor)
    if value is not None:
        sizes = np.atleast_1d(value).tolist()
        if sizes and min(sizes) < -1:
            bad = next(size for size in sizes if size < -1)
            raise InvalidSize(f"Invalid value in tensor used for shape: {bad}")
        return tuple(None if size < 0 else size for size in sizes)
    partial = tensor.op.op_def.partial
    known = partial(tensor.op) if partial is not None else None
    if known is not None:
        return tuple(known)
    shape = tensor._shape
    if shape is not None and len(shape) == 1 and shape[0] is not None:
        return (None,) * shape[0]
    return None


def format_value(value: Any) -> str:
    """A small array as TensorFlow prints it in a message: <1 2 3> or <[1 2][3 4]>."""
    array = np.asarray(value)
    if array.ndim == 0:
        return f"<{_format_nested(array.item())}>"
    return f"<{_format_nested(array.tolist(), top=True)}>"


def _format_nested(value: Any, top: bool = False) -> str:
    if isinstance(value, bytes):
        return value.decode("utf-8", "backslashreplace")
    if not isinstance(value, list):
        return str(value)
    if top and value and isinstance(value[0], list):
        return "".join(_format_nested(item) for item in value)
    text = " ".join(_format_nested(item) for item in value)
    return text if top else f"[{text}]"
