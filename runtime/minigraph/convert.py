"""Values as tensors: `convert_to_tensor`, its registry of conversion functions, constants."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from minigraph import arrays, context, dtypes, errors, nest, opdef
from minigraph.dtypes import DType
from minigraph.eager_tensor import EagerTensor
from minigraph.graph import Graph
from minigraph.opdef import TensorValue
from minigraph.operation import Operation
from minigraph.scopes import check_op_name
from minigraph.shapes import TensorShape, as_shape
from minigraph.tensor import SymbolicTensor, Tensor

Conversion = Callable[..., Any]


def _const(*, value: TensorValue, dtype: DType) -> Any:
    if dtype.is_numpy_compatible and value.dtype != dtype.as_numpy_dtype:
        found = dtypes.c_name(dtypes.as_dtype(value.dtype))
        raise errors.InvalidArgumentError(
            None, None, f"Type mismatch between value ({found}) and dtype ({dtypes.c_name(dtype)})"
        )
    return value


CONST = opdef.register(
    opdef.OpDef(
        "Const", "-> output: dtype", _const, shape=lambda c: [np.shape(c.attrs["value"])], view=True
    )
)


def constant_in(graph: Graph, array: Any, name: str | None) -> Any:
    """A Const operation that holds `array`, in the current scope of `graph`.

    The value itself where operations run at once.
    """
    if context.executing_eagerly() and graph is context.get_default_graph():
        return EagerTensor(array)
    attrs = {"value": array, "dtype": dtypes.as_dtype(array.dtype)}
    graph._check_not_finalized()
    name = "Const" if name is None else name
    if name[-1:] == "/":
        scope = name[:-1]
    else:
        check_op_name(name, graph._thread.name_stack)
        scope = graph.unique_name(name)
    op = graph.add_operation(CONST, (), attrs, scope, (array.shape,))
    return op.outputs[0]


@errors.hinted
def constant(
    value: Any,
    dtype: Any = None,
    shape: Any = None,
    name: str = "Const",
    verify_shape: bool = False,
) -> Tensor:
    """A constant tensor (tf.compat.v1.constant).

    value: Python number, text, nested list or array; the last element fills up a larger `shape`.
    Raises TypeError or ValueError where the value does not fit `dtype` or `shape`.
    """
    return _make_constant(value, dtype, shape, name, verify_shape, allow_broadcast=False)


@errors.hinted
def constant_v2(value: Any, dtype: Any = None, shape: Any = None, name: str = "Const") -> Tensor:
    """A constant tensor (tf.constant): a single value is repeated to fill `shape`."""
    return _make_constant(value, dtype, shape, name, verify_shape=False, allow_broadcast=True)


def _make_constant(
    value: Any, dtype: Any, shape: Any, name: str, verify_shape: bool, allow_broadcast: bool
) -> Tensor:
    wanted = None if dtype is None else dtypes.as_dtype(dtype)
    if shape is not None and not context.executing_eagerly():
        iter(shape)  # a single number is no shape
    sizes: Any = None if shape is None else as_shape(shape).as_list()
    if _holds_tensor(value):
        if not context.executing_eagerly():
            raise TypeError("Expected any non-tensor type, but got a tensor instead.")
        value = np.asarray(value)
    if context.executing_eagerly():
        return _eager_constant(value, wanted, sizes, verify_shape, allow_broadcast)
    array = arrays.to_array(value, wanted, sizes, verify_shape, allow_broadcast)
    if array is value:
        array = array.copy()
    made: Tensor = constant_in(context.get_default_graph(), array, name)
    return made


def _eager_constant(
    value: Any, dtype: DType | None, shape: Any = None, *check: bool
) -> EagerTensor:
    """A value as an eager tensor: arrays are cast, errors are worded as TensorFlow does it here."""
    if dtype is not None and isinstance(value, (np.ndarray, np.generic)):
        if dtype.is_numpy_compatible and value.dtype.kind in "biufc" and not dtype.is_bool:
            value = value.astype(dtype.as_numpy_dtype)
    try:
        array = arrays.to_array(value, dtype, shape, *check)
    except (TypeError, ValueError):
        _refuse_eagerly(value, dtype, shape)
        if dtype is None:
            raise
        shown = f"Cannot convert {value!r} to EagerTensor of dtype {dtypes.c_name(dtype)}"
        raise TypeError(shown) from None
    return EagerTensor(array.copy() if array is value else array)


def _refuse_eagerly(value: Any, dtype: DType | None, shape: Any) -> None:
    """Raises TensorFlow's error for a value that is no tensor, or none of this shape."""
    if isinstance(value, np.ndarray) and value.dtype == object:
        wrong = next((item for item in value.flat if not isinstance(item, (str, bytes))), None)
        kind = type(wrong).__name__
        raise ValueError(
            f"Failed to convert a NumPy array to a Tensor (Unsupported object type {kind})."
        )
    first = next(_leaves(value), 0)
    if not isinstance(first, _PLAIN):
        raise ValueError(
            f"Attempt to convert a value ({first!r}) with an unsupported type ({type(first)}) to a "
            "Tensor."
        )
    try:
        made = np.asarray(value)
    except ValueError:
        text = "Can't convert non-rectangular Python sequence to Tensor."
        raise ValueError(text) from None
    kinds = {isinstance(leaf, _PLAIN) + isinstance(leaf, (str, bytes)) for leaf in _leaves(value)}
    if len(kinds) > 1:
        raise ValueError("Can't convert Python sequence with mixed types to Tensor.")
    if shape is not None and dtype is None and None not in shape and made.size != np.prod(shape):
        raise TypeError(
            f"Eager execution of tf.constant with unsupported shape. Tensor {made} (converted from "
            f"{value}) has {made.size} elements, but got `shape` {tuple(shape)} with "
            f"{int(np.prod(shape))} elements)."
        )


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from _leaves(item)
    else:
        yield value


_PLAIN = (bool, int, float, complex, str, bytes, np.generic, np.ndarray, Tensor)


def _holds_tensor(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return any(_holds_tensor(item) for item in value)
    return isinstance(value, Tensor)


# Conversion functions, tried in the order of their priority and then of registration.
_registry: list[tuple[int, Any, Conversion]] = []


_NUMBERS = (int, float, np.generic, np.ndarray)


def register_tensor_conversion_function(
    base_type: Any, conversion_func: Conversion, priority: int = 100
) -> None:
    """Registers `conversion_func(value, dtype, name, as_ref)` for a type or a tuple of types.

    Raises TypeError for a base type that is no type or a function that is not callable.
    """
    if not (
        isinstance(base_type, type)
        or (isinstance(base_type, tuple) and all(isinstance(item, type) for item in base_type))
    ):
        raise TypeError(
            f"Argument `base_type` must be a type or a tuple of types. Obtained: {base_type}"
        )
    if any(issubclass(kind, _NUMBERS) for kind in nest.flatten(base_type)):
        raise TypeError(
            "Cannot register conversions for Python numeric types and NumPy scalars and arrays."
        )
    if not callable(conversion_func):
        raise TypeError(f"Argument `conversion_func` must be callable. Received {conversion_func}.")
    _registry.append((priority, base_type, conversion_func))
    _registry.sort(key=lambda entry: entry[0])


def convert_to_tensor(
    value: Any,
    dtype: Any = None,
    name: str | None = None,
    preferred_dtype: Any = None,
    dtype_hint: Any = None,
    as_ref: bool = False,
) -> Any:
    """`value` as a tensor (tf.convert_to_tensor); constants are made for Python and NumPy values.

    preferred_dtype, dtype_hint: tried first and given up where the value does not fit.
    Raises TypeError or ValueError where no conversion works or the dtype differs.
    """
    if type(value) is SymbolicTensor and dtype is None:
        graph = context.get_default_graph()
        return graph.capture(value) if graph.building_function else value
    wanted = None if dtype is None else dtypes.as_dtype(dtype)
    hint = preferred_dtype if preferred_dtype is not None else dtype_hint
    if isinstance(value, Tensor):
        return _checked(value, wanted, name)
    hint = None if hint is None else dtypes.as_dtype(hint)
    overload = getattr(value, "__tf_tensor__", None)
    if overload is not None:
        return overload(wanted, name)
    for _, base_type, function in _registry:
        if isinstance(value, base_type):
            result = _apply(function, value, wanted, hint, name, as_ref)
            if result is not NotImplemented:
                return _verified(result, function, base_type, wanted, name)
    return _convert_constant(value, wanted, hint, name)


def _apply(
    function: Conversion, value: Any, dtype: Any, hint: Any, name: str | None, as_ref: bool
) -> Any:
    if dtype is None and hint is not None:
        try:
            result = function(value, dtype=hint, name=name, as_ref=as_ref)
            if result is not None and result is not NotImplemented:
                return _verified(result, function, type(value), hint, name)
        except (TypeError, ValueError):
            pass
    return function(value, dtype=dtype, name=name, as_ref=as_ref)


def _verified(
    result: Any, function: Conversion, base_type: Any, dtype: DType | None, name: str | None
) -> Any:
    prefix = f"{name}: " if name else ""
    if not isinstance(result, Tensor):
        raise RuntimeError(
            f"{prefix}Conversion function {function!r} for type {base_type} returned "
            f"non-Tensor: {result!r}"
        )
    if dtype is not None and not dtype.is_compatible_with(result.dtype):
        raise RuntimeError(
            f"{prefix}Conversion function {function} for type {base_type} returned incompatible "
            f"dtype: requested = {dtype.name}, actual = {result.dtype.name}"
        )
    return result


@errors.hinted
def _checked(tensor: Tensor, dtype: DType | None, name: str | None) -> Any:
    if dtype is not None and not dtype.is_compatible_with(tensor.dtype):
        prefix = f"{name}: " if name else ""
        raise ValueError(
            f"{prefix}Tensor conversion requested dtype {dtype.name} for Tensor with dtype "
            f"{tensor.dtype.name}: {tensor!r}"
        )
    graph = context.get_default_graph()
    if graph.building_function:
        return graph.capture(tensor, name)
    if isinstance(tensor, EagerTensor) and not context.executing_eagerly():
        prefix = f"{name}: " if name else ""
        raise RuntimeError(
            f"{prefix}Attempting to capture an EagerTensor without building a function."
        )
    return tensor


def _convert_constant(value: Any, dtype: DType | None, hint: DType | None, name: str | None) -> Any:
    if dtype is None and hint is not None:
        try:
            return _new_constant(value, hint, name)
        except (TypeError, ValueError):
            pass
    return _new_constant(value, dtype, name)


def _new_constant(value: Any, dtype: DType | None, name: str | None) -> Any:
    if dtype is not None:
        dtype = dtype.base_dtype
    if context.executing_eagerly():
        return _eager_constant(value, dtype)
    if isinstance(value, Operation):
        raise TypeError(f"can't convert Operation '{value.name}' to Tensor")
    array = arrays.to_array(value, dtype)
    if array is value:
        array = array.copy()
    return constant_in(context.get_default_graph(), array, name or "Const")


def convert_n_to_tensor(
    values: Sequence[Any],
    dtype: Any = None,
    name: str | None = None,
    preferred_dtype: Any = None,
    as_ref: bool = False,
) -> list[Any]:
    """Each of `values` as a tensor, named `name_0`, `name_1`, ..."""
    return [
        convert_to_tensor(
            value, dtype, None if name is None else f"{name}_{index}", preferred_dtype, None, as_ref
        )
        for index, value in enumerate(values)
    ]


@errors.hinted
def _shape_to_tensor(
    value: TensorShape, dtype: Any = None, name: str | None = None, as_ref: bool = False
) -> Any:
    if not value.is_fully_defined():
        raise ValueError(f"Cannot convert a partially known TensorShape {value} to a Tensor.")
    sizes = value.as_list()
    if dtype is None:
        dtype = dtypes.int64 if any((size or 0) >= 2**31 for size in sizes) else dtypes.int32
    elif dtype not in (dtypes.int32, dtypes.int64):
        raise TypeError(
            f"Cannot convert TensorShape {value} to dtype {dtype}. Allowed dtypes are tf.int32 "
            "and tf.int64."
        )
    return _new_constant(np.array(sizes, dtype.as_numpy_dtype), dtype, name or "shape_as_tensor")


def _dimension_to_tensor(
    value: Any, dtype: Any = None, name: str | None = None, as_ref: bool = False
) -> Any:
    if value.value is None:
        raise ValueError(f"Cannot convert unknown Dimension {value} to a Tensor.")
    dtype = dtype or (dtypes.int64 if value.value >= 2**31 else dtypes.int32)
    if dtype not in (dtypes.int32, dtypes.int64):
        raise TypeError(
            f"Cannot convert unknown Dimension {value} to dtype {dtype}. Allowed dtypes are "
            "tf.int32 and tf.int64."
        )
    return _new_constant(np.array(value.value), dtype, name or "shape_as_tensor")


def _register_builtin_conversions() -> None:
    from minigraph.dimension import Dimension

    register_tensor_conversion_function(TensorShape, _shape_to_tensor)
    register_tensor_conversion_function(Dimension, _dimension_to_tensor)


_register_builtin_conversions()
