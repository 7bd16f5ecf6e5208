"""Ops that call Python functions of the user: py_func, numpy_function and py_function."""

from __future__ import annotations

import itertools
import traceback
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

from minigraph import context, convert, dtypes, errors, nest
from minigraph.dtypes import DType
from minigraph.eager_tensor import HOST, EagerTensor
from minigraph.func_graph import FuncGraph
from minigraph.ops import branches
from minigraph.registry import OpBuilder, gradient, op

_tokens = itertools.count()


class _Callback:
    """A function under its token. Graphs keep it alive, the table of tokens does not."""

    __slots__ = ("__weakref__", "function")

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function


_callbacks: weakref.WeakValueDictionary[bytes, _Callback] = weakref.WeakValueDictionary()

_ERRORS: tuple[tuple[type[BaseException], type[errors.OpError]], ...] = (
    (ValueError, errors.InvalidArgumentError),
    (TypeError, errors.InvalidArgumentError),
    (StopIteration, errors.OutOfRangeError),
    (MemoryError, errors.ResourceExhaustedError),
    (NotImplementedError, errors.UnimplementedError),
    (Exception, errors.UnknownError),
)


def _call(token: Any, Tout: list[Any], inputs: tuple[Any, ...]) -> list[Any]:
    callback = _callbacks.get(token)
    name = token.decode()
    if callback is None:
        message = f"ValueError: Could not find callback with key={name} in the registry."
        raise errors.InvalidArgumentError(None, None, message)
    # The function may write into what it is given.
    arguments = [_argument(value) for value in inputs]
    try:
        result = callback.function(*arguments)
        values = _returned_values(result)
    except Exception as error:
        raise _as_op_error(error) from error
    if len(values) != len(Tout):
        raise errors.InvalidArgumentError(
            None,
            None,
            f"{name} returns {len(values)} values, but expects to see {len(Tout)} values.",
        )
    return [_checked(index, value, Tout[index], name) for index, value in enumerate(values)]


def _argument(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.copy() if value.ndim else value[()]
    return value


def _returned_values(result: Any) -> list[np.ndarray[Any, Any]]:
    if result is None:
        return []
    if isinstance(result, (list, tuple)):
        return [_as_array(item) for item in result]
    return [_as_array(result)]


def _as_array(value: Any) -> np.ndarray[Any, Any]:
    array = np.asarray(value, order="C")
    if array.dtype.kind in "SU":
        encoded = [item.encode() if isinstance(item, str) else item for item in _atoms(value)]
        array = np.array([None, *encoded], dtype=object)[1:].reshape(array.shape)
    # What a run computes is never written to afterwards: the caller may still hold this array.
    return array.copy() if array is value else array


def _atoms(value: Any) -> list[Any]:
    return value.ravel().tolist() if isinstance(value, np.ndarray) else nest.flatten(value)


def _checked(index: int, array: Any, dtype: Any, name: str) -> Any:
    if array.dtype == object and not all(isinstance(item, (bytes, str)) for item in array.flat):
        kind = type(next(iter(array.flat))).__name__
        raise errors.InternalError(None, None, f"Unsupported object type {kind}")
    found = dtypes.as_dtype(array.dtype)
    if found is not dtype:
        raise errors.InvalidArgumentError(
            None,
            None,
            f"{index}-th value returned by {name} is {dtypes.c_name(found)}, but expects "
            f"{dtypes.c_name(dtype)}",
        )
    return array[()] if array.ndim == 0 else array


def _as_op_error(error: Exception) -> errors.OpError:
    """What the function raised, with its traceback, as the kind of error TensorFlow makes of it."""
    kind = next(made for caught, made in _ERRORS if isinstance(error, caught))
    frames = error.__traceback__.tb_next if error.__traceback__ else None
    lines = "\n".join(traceback.format_exception(type(error), error, frames))
    return kind(None, None, f"{type(error).__name__}: {error}\n{lines}\n")


def _no_gradients(op: Any, *grads: Any) -> list[None]:
    return [None] * len(op.inputs)


@op(
    "PyFunc",
    "input: list(Tin) -> output: list(Tout)",
    stateful=True,
    blocking="compute",
    grad=_no_gradients,
)
def _py_func(ctx: Any, *input: Any, token: str, Tout: list[DType]) -> list[Any]:
    return _call(token, Tout, input)


@op(
    "PyFuncStateless",
    "input: list(Tin) -> output: list(Tout)",
    blocking="compute",
    grad=_no_gradients,
)
def _py_func_stateless(*input: Any, token: str, Tout: list[DType]) -> list[Any]:
    return _call(token, Tout, input)


@op(
    "EagerPyFunc",
    "input: list(Tin) -> output: list(Tout)",
    attrs={"is_async": False},
    stateful=True,
    blocking="compute",
)
def _eager_py_func(ctx: Any, *input: Any, token: str, Tout: list[DType]) -> list[Any]:
    return _call(token, Tout, input)


@gradient("EagerPyFunc")
def _gradient_of_call(op: Any, *grads: Any) -> Any:
    """A further call: it differentiates what the last one recorded."""
    function: Any = _callbacks[op.attrs["token"]].function
    function.is_recorded = True
    types = [tensor.dtype for tensor in op.inputs]
    with op.graph.control_dependencies([op]):
        return _added(_eager_py_func, _EagerCall(function.gradient, types), grads, types)


class _EagerCall:
    """A function of eager tensors as one of arrays; for its gradient the last call is recorded."""

    def __init__(self, function: Callable[..., Any], types: list[DType]) -> None:
        self._function, self._types = function, types
        self.is_recorded = False
        self._record: Any = None

    def __call__(self, *values: Any) -> list[Any]:
        from minigraph.tape import GradientTape

        tensors = [EagerTensor(np.asarray(value)) for value in values]
        with context.eager_mode(always=True):
            if not self.is_recorded:
                results = self.results(tensors)
            else:
                with GradientTape() as tape:
                    tape.watch([tensor for tensor in tensors if tensor.dtype.is_floating])
                    results = self.results(tensors)
                self._record = (tape, tensors, results)
        return [result._numpy() for result in results]

    def results(self, tensors: Any) -> list[Any]:
        """What the function returns, as tensors of the promised dtypes."""
        result = self._function(*tensors)
        parts = result if isinstance(result, (list, tuple)) else [result]
        parts = [] if result is None else parts
        return [convert.convert_to_tensor(part, dtype) for part, dtype in zip(parts, self._types)]

    def gradient(self, *grads: Any) -> list[Any]:
        """The gradients of the last call's arguments; zero for those that do not matter."""
        (tape, tensors, results), self._record = self._record, None
        found = tape.gradient(results, tensors, output_gradients=list(grads))
        return [0 if grad is None else convert.convert_to_tensor(grad) for grad in found]


def py_func(
    func: Callable[..., Any], inp: Any, Tout: Any, stateful: bool = True, name: str | None = None
) -> Any:
    """What a Python function makes of the values of `inp`, as arrays (tf.compat.v1.py_func).

    func: gets an array or NumPy scalar (bytes for a string) per tensor and returns arrays of the
    dtypes `Tout`, a dtype or a list of them. stateful: whether equal calls must not be merged.
    The shapes of the results are unknown. In a run, what the function raises becomes an OpError.
    Raises ValueError where `func` cannot be called.
    """
    if context.executing_eagerly():
        return _call_eagerly(func, inp)
    if not callable(func):
        raise ValueError(
            f"Expected func to be callable. Received func={func} of type {type(func)}."
        )
    several = isinstance(Tout, (list, tuple))
    types = [dtypes.as_dtype(dtype) for dtype in (Tout if several else [Tout])]
    result = _added(_py_func if stateful else _py_func_stateless, func, inp, types, name)
    return result if several else result[0]


def _added(
    builder: OpBuilder, func: Callable[..., Any], inp: Any, types: list[DType], name: Any = None
) -> Any:
    token = f"pyfunc_{next(_tokens)}"
    _register(token, func)
    tensors = [branches.variable_as_tensor(item) for item in inp]
    return builder(tensors, token=token, Tout=types, name=name)


def _register(token: str, func: Callable[..., Any]) -> None:
    callback = _callbacks[token.encode()] = _Callback(func)
    graph = context.get_default_graph()
    home = graph.outermost_graph if isinstance(graph, FuncGraph) else graph
    home.__dict__.setdefault("_python_functions", []).append(callback)


def _call_eagerly(func: Callable[..., Any], inp: Any) -> Any:
    result = nest.flatten(func(*[np.array(item) for item in inp]))
    tensors = [None if item is None else convert.convert_to_tensor(item) for item in result]
    return tensors[0] if len(tensors) == 1 else tensors


def py_function(
    func: Callable[..., Any] | None = None, inp: Any = None, Tout: Any = None, name: Any = None
) -> Any:
    """What a Python function makes of `inp`, which it gets as eager tensors (tf.py_function)."""
    if func is None:
        return lambda function: lambda *args: py_function(function, args, Tout, name)
    several = isinstance(Tout, (list, tuple))
    types = [dtypes.as_dtype(dtype) for dtype in (Tout if several else [Tout])]
    call = _EagerCall(func, types)
    if context.executing_eagerly():
        try:
            results = call.results([convert.convert_to_tensor(item) for item in inp])
        except Exception as error:
            made = _as_op_error(error)
            kind = f"EagerPyFunc_Tin_{len(inp)}_Tout_{len(types)}_device_{HOST}"
            text = f"{{{{function_node __wrapped__{kind}}}}} {made.message} [Op:EagerPyFunc] name: "
            raise type(made)(None, None, text) from error
    else:
        results = _added(_eager_py_func, call, inp, types, name)
    return results if several else results[0]


def numpy_function(
    func: Callable[..., Any] | None = None,
    inp: Any = None,
    Tout: Any = None,
    stateful: bool = True,
    name: str | None = None,
) -> Any:
    """`py_func` under its TensorFlow 2 name; without `func` a decorator (tf.numpy_function)."""
    if func is not None:
        return py_func(func, inp, Tout, stateful, name)

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *args: py_func(function, args, Tout, stateful, name)

    return decorate
