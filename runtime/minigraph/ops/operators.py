"""The operators of tensors: `x + y` and its like add the ops of the other modules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from minigraph import context, dtypes
from minigraph.convert import convert_to_tensor
from minigraph.ops import arithmetic, casting, comparison, elementwise, linalg
from minigraph.ops.naming import op_scope
from minigraph.tensor import Tensor

Binary = Callable[..., Any]


def _install(operator: str, function: Binary) -> None:
    """Installs `function(x, y, name)` as `x operator y` and as its reversed form."""

    def forward(x: Any, y: Any) -> Any:
        try:
            return function(x, y, operator)
        except (TypeError, ValueError) as error:
            # The right operand may know how to take a tensor on its left.
            if not hasattr(type(y), f"__r{operator}__"):
                raise
            try:
                result = getattr(y, f"__r{operator}__")(x)
            except (TypeError, ValueError):
                raise error from None
            if result is NotImplemented:
                raise
            return result

    def backward(y: Any, x: Any) -> Any:
        with op_scope(None, operator, y, x) as scope:
            x = convert_to_tensor(x, y.dtype.base_dtype, name="x")
            return function(x, y, scope)

    forward.__doc__ = backward.__doc__ = function.__doc__
    Tensor._override_operator(f"__{operator}__", forward)
    Tensor._override_operator(f"__r{operator}__", backward)


def _add(x: Any, y: Any, name: str) -> Any:
    """The sum x + y, element by element."""
    if isinstance(y, Tensor) or (type(y) in (int, float) and x.dtype.is_floating):
        return _sum_op(x)(x, y, name=name)
    with op_scope(name, "add", x, y) as scope:
        y = convert_to_tensor(y, dtype_hint=x.dtype.base_dtype, name="y")
        return _sum_op(x)(x, y, name=scope)


def _sum_op(x: Any) -> Binary:
    return elementwise.add_op if x.dtype.base_dtype is dtypes.string else elementwise.add_v2


def _multiply(x: Any, y: Any, name: str) -> Any:
    """The product x * y, element by element; the logical and of truth values."""
    if not _is_bool(x) and not _is_bool(y):
        return elementwise.multiply(x, y, name)
    with op_scope(name, "mul", x, y) as scope:
        x, y = casting.cast_op(x, DstT=dtypes.int32), casting.cast_op(y, DstT=dtypes.int32)
        return casting.cast_op(elementwise.multiply(x, y, scope), DstT=dtypes.bool)


def _is_bool(value: Any) -> bool:
    return isinstance(value, Tensor) and value.dtype is dtypes.bool


def _logic_or_bits(operator: str, logic: Binary, bits: Binary) -> Binary:
    def function(x: Any, y: Any, name: str) -> Any:
        with op_scope(name, operator, x, y) as scope:
            return logic(x, y, scope) if x.dtype.base_dtype is dtypes.bool else bits(x, y)

    function.__doc__ = logic.__doc__
    return function


_BINARY: dict[str, Binary] = {
    "add": _add,
    "sub": elementwise.subtract,
    "mul": _multiply,
    "truediv": arithmetic.truediv,
    "div": arithmetic.div,
    "floordiv": elementwise.floor_div,
    "mod": elementwise.floormod,
    "pow": elementwise.pow_op,
    "matmul": lambda a, b, name: linalg.matmul(a, b, name=name),
    "and": _logic_or_bits("and", comparison.logical_and, comparison.bitwise_and),
    "or": _logic_or_bits("or", comparison.logical_or, comparison.bitwise_or),
    "xor": _logic_or_bits("xor", comparison.logical_xor, comparison.bitwise_xor),
}
for _operator, _function in _BINARY.items():
    _install(_operator, _function)


def _invert(x: Any) -> Any:
    """The opposite of truth values, the flipped bits of integers."""
    flips = comparison.logical_not if x.dtype.base_dtype is dtypes.bool else comparison.invert
    return flips(x)


def _compares_values(tensor: Any) -> bool:
    """Whether `==` looks at elements: only in functions, and only if tensor equality is on."""
    graph = getattr(tensor, "graph", None)
    return context.tensor_equality() and (graph is None or graph.building_function)


def _tensor_equals(self: Any, other: Any) -> Any:
    """Identity, or element by element with tensor equality."""
    if other is None or not _compares_values(self):
        return self is other
    return comparison.equal(self, other, incompatible_shape_error=False)


def _tensor_not_equals(self: Any, other: Any) -> Any:
    """Identity, or element by element with tensor equality."""
    if other is None or not _compares_values(self):
        return self is not other
    return comparison.not_equal(self, other, incompatible_shape_error=False)


_METHODS: dict[str, Callable[..., Any]] = {
    "neg": elementwise.negative,
    "abs": arithmetic.abs,
    "invert": _invert,
    "lt": comparison.less,
    "le": comparison.less_equal,
    "gt": comparison.greater,
    "ge": comparison.greater_equal,
    "eq": _tensor_equals,
    "ne": _tensor_not_equals,
}
for _operator, _function in _METHODS.items():
    Tensor._override_operator(f"__{_operator}__", _function)
