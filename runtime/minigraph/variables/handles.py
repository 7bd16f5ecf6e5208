"""What all resource variables can do: read and write what a handle stands for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from minigraph import context, convert, errors
from minigraph.composite import IndexedSlices
from minigraph.default_graph import control_dependencies
from minigraph.eager_tensor import numpy_text
from minigraph.ops import array, scattering, state, state_parts
from minigraph.ops.naming import op_scope
from minigraph.shapes import TensorShape
from minigraph.variables import serialization
from minigraph.variables.base import Variable


class BaseResourceVariable(Variable):
    """What a resource variable and the result of an assignment to it can do."""

    _handle: Any
    _handle_name: str
    # None for a variable of eager execution, which is in no graph.
    _graph_element: Any = None
    _cached_value: Any = None
    _shape: TensorShape
    _dtype: Any
    _validate_shape: bool = True
    _constraint: Any = None
    _initial_value: Any = None
    _initializer_op: Any = None

    @property
    def handle(self) -> Any:
        """The handle, a scalar tensor of dtype resource."""
        return self._handle

    @property
    def name(self) -> str:
        """The name of the handle, "v:0"."""
        return self._handle_name

    @property
    def op(self) -> Any:
        """The operation that makes the handle."""
        return self._handle.op

    @property
    def create(self) -> Any:
        """Alias of `initializer`."""
        return self._initializer_op

    @property
    def graph(self) -> Any:
        """The graph that holds the variable."""
        return self._handle.graph

    @property
    def dtype(self) -> Any:
        """The dtype of the value."""
        return self._dtype

    @property
    def device(self) -> str:
        """The device asked for."""
        return self._handle.device  # type: ignore[no-any-return]

    @property
    def shape(self) -> TensorShape:  # type: ignore[override]
        """The static shape."""
        return self._shape

    def set_shape(self, shape: Any) -> None:
        """Merges `shape` into the static shape."""
        self._shape = self._shape.merge_with(shape)

    def _as_graph_element(self) -> Any:
        return self._graph_element

    # Reading

    def value(self) -> Any:
        """A read of its own; the cached value where the variable has a caching device."""
        if self._cached_value is not None:
            return self._cached_value
        with context.get_default_graph().colocate_with(None, ignore_existing=True):
            return self._read_variable_op()

    def _read_variable_op(self) -> Any:
        context.variable_accessed(self)
        if self._caching_device is None:
            return state.read_variable_op(self._handle, dtype=self._dtype)
        graph = context.get_default_graph()
        with graph.colocate_with(None, ignore_existing=True), graph.device(self._caching_device):
            return state.read_variable_op(self._handle, dtype=self._dtype)

    def read_value(self) -> Any:
        """A read of its own, which runs after the control dependencies in force."""
        with context.get_default_graph().name_scope("Read"):
            value = self._read_variable_op()
        return array.identity(value)

    def sparse_read(self, indices: Any, name: str | None = None) -> Any:
        """The rows at `indices`, read without the others (tf.gather)."""
        context.variable_accessed(self)
        with op_scope(name, "Gather") as scope:
            return state_parts.resource_gather(self._handle, indices, dtype=self._dtype, name=scope)

    def gather_nd(self, indices: Any, name: str | None = None) -> Any:
        """The elements or slices at index vectors (tf.gather_nd)."""
        context.variable_accessed(self)
        with op_scope(name, "GatherNd") as scope:
            value = state_parts.resource_gather_nd(
                self._handle, indices, dtype=self._dtype, name=scope
            )
        return array.identity(value)

    def is_initialized(self, name: str | None = None) -> Any:
        """A bool tensor: whether the variable has a value."""
        return state.var_is_initialized_op(self._handle, name=name)

    def numpy(self) -> Any:
        """The value as an array; NotImplementedError in a graph."""
        if not context.executing_eagerly():
            raise NotImplementedError("numpy() is only available when eager execution is enabled.")
        return self.read_value().numpy()

    # Writing

    @contextmanager
    def _in_graph(self) -> Iterator[None]:
        """The variable's graph where the program entered none."""
        if not self._in_graph_mode:
            yield
            return
        graph = self._handle.graph
        if context.default_graph_stack.stack or graph is context.get_default_graph():
            yield
        else:
            with graph.as_default():
                yield

    def _assign_dependencies(self) -> Any:
        cached = [] if self._cached_value is None else [self._cached_value]
        return control_dependencies(cached)

    @errors.hinted
    def assign(
        self,
        value: Any,
        use_locking: bool | None = None,
        name: str | None = None,
        read_value: bool = True,
    ) -> Any:
        """Sets the value; the result stands for the variable after the assignment.

        Raises ValueError for another dtype or shape.
        """
        with self._in_graph():
            tensor = convert.convert_to_tensor(value, self._dtype)
            if not self._shape.is_compatible_with(tensor.shape):
                raise ValueError(
                    f"Cannot assign value to variable ' {self.name}': Shape mismatch."
                    f"The variable shape {self._shape}, and the assigned value shape "
                    f"{tensor.shape} are incompatible."
                )
            validate = self._validate_shape and self._shape.is_fully_defined()
            op = state.assign_variable_op(self._handle, tensor, validate_shape=validate, name=name)
            return self._lazy_read(op) if read_value else op

    def assign_add(
        self,
        delta: Any,
        use_locking: bool | None = None,
        name: str | None = None,
        read_value: bool = True,
    ) -> Any:
        """Adds `delta` to the value."""
        return self._update(state.assign_add_variable_op, delta, name, read_value)

    def assign_sub(
        self,
        delta: Any,
        use_locking: bool | None = None,
        name: str | None = None,
        read_value: bool = True,
    ) -> Any:
        """Subtracts `delta` from the value."""
        return self._update(state.assign_sub_variable_op, delta, name, read_value)

    def _update(self, builder: Any, delta: Any, name: str | None, read_value: bool) -> Any:
        with self._in_graph(), self._assign_dependencies():
            tensor = convert.convert_to_tensor(delta, self._dtype)
            op = builder(self._handle, tensor, name=name)
        return self._lazy_read(op) if read_value else op

    def _lazy_read(self, op: Any) -> Any:
        from minigraph.variables.unread import _UnreadVariable

        return _UnreadVariable(self, op)

    def batch_scatter_update(
        self, sparse_delta: Any, use_locking: bool = False, name: str | None = None
    ) -> Any:
        """Replaces rows, batch by batch, by IndexedSlices."""
        _require_slices(sparse_delta)
        return self._lazy_read(
            scattering.batch_scatter_update(
                self, sparse_delta.indices, sparse_delta.values, use_locking, name
            )
        )

    def count_up_to(self, limit: int) -> Any:
        """The value, which it then increments; OutOfRangeError at `limit`."""
        return state.resource_count_up_to(self._handle, limit=limit, T=self._dtype)

    def _strided_slice_assign(self, value: Any, **kwargs: Any) -> Any:
        bounds = [kwargs.pop(key) for key in ("begin", "end", "strides")]
        with self._in_graph(), self._assign_dependencies():
            tensor = convert.convert_to_tensor(value, self._dtype)
            op = state_parts.resource_strided_slice_assign(self._handle, *bounds, tensor, **kwargs)
            return self._lazy_read(op)

    def to_proto(self, export_scope: str | None = None) -> Any:
        """The VariableDef that names this variable's operations; None outside `export_scope`."""
        return serialization.resource_to_proto(self, export_scope)

    # Python's protocols

    def __bool__(self) -> bool:
        return bool(self.read_value())

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return self.value().__array__(dtype) if context.executing_eagerly() else self.numpy()

    def __int__(self) -> int:
        return int(self.value().numpy())

    def __float__(self) -> float:
        return float(self.value().numpy())

    def __complex__(self) -> complex:
        return complex(self.value().numpy())

    def __deepcopy__(self, memo: Any) -> Any:
        if not context.executing_eagerly():
            raise NotImplementedError(
                "__deepcopy__() is only available when eager execution is enabled."
            )
        kind: Any = type(self)
        copied = memo[id(self)] = kind(
            self.read_value(),
            trainable=self.trainable,
            constraint=self._constraint,
            dtype=self._dtype,
            name=self._shared_name,
            shape=self._shape,
        )
        return copied

    def __repr__(self) -> str:
        if context.executing_eagerly() and not self._in_graph_mode:
            with context.recording():
                value = numpy_text(self._read_variable_op()._numpy(), is_repr=True)
            return f"{super().__repr__()[:-1]}, numpy={value}>"
        return super().__repr__()


def _require_slices(sparse_delta: Any) -> None:
    if not isinstance(sparse_delta, IndexedSlices):
        raise TypeError(
            f"Argument `sparse_delta` must be a `tf.IndexedSlices`. Received arg: {sparse_delta}"
        )


def _scatter_method(name: str) -> Callable[..., Any]:
    def method(
        self: BaseResourceVariable,
        sparse_delta: Any,
        use_locking: bool = False,
        name: str | None = None,
    ) -> Any:
        _require_slices(sparse_delta)
        values = convert.convert_to_tensor(sparse_delta.values, self.dtype)
        return self._lazy_read(builder(self.handle, sparse_delta.indices, values, name=name))

    builder = scattering.RESOURCE[name]
    method.__doc__ = f"Applies IndexedSlices by `tf.scatter_{name}`."
    return method


def _scatter_nd_method(name: str) -> Callable[..., Any]:
    def method(
        self: BaseResourceVariable, indices: Any, updates: Any, name: str | None = None
    ) -> Any:
        values = convert.convert_to_tensor(updates, self.dtype)
        return self._lazy_read(builder(self.handle, indices, values, name=name))

    builder = scattering.RESOURCE_ND[name]
    method.__doc__ = f"Applies updates by `tf.scatter_nd_{name}`."
    return method


for _name in scattering.RESOURCE:
    setattr(BaseResourceVariable, f"scatter_{_name}", _scatter_method(_name))
for _name in scattering.RESOURCE_ND:
    setattr(BaseResourceVariable, f"scatter_nd_{_name}", _scatter_nd_method(_name))


def _refused_in_place(symbol: str, how: str, out: str, noun: str = "var") -> Callable[..., Any]:
    def refuse(self: BaseResourceVariable, unused_other: Any) -> NoReturn:
        raise RuntimeError(
            f"`{noun} {symbol}= value` with `tf.Variable`s is not supported. Use "
            f"`{noun}.{how}` to modify the variable, or `out = {noun} {out} value` if you need to "
            "get a new output Tensor."
        )

    return refuse


BaseResourceVariable.__iadd__ = _refused_in_place(  # type: ignore[attr-defined]
    "+", "assign_add(value)", "+", "variable"
)
BaseResourceVariable.__isub__ = _refused_in_place(  # type: ignore[attr-defined]
    "-", "assign_sub(value)", "*", "variable"
)
for _method, _symbol in {"__imul__": "*", "__itruediv__": "/", "__ipow__": "**"}.items():
    setattr(
        BaseResourceVariable,
        _method,
        _refused_in_place(_symbol, f"assign(var {_symbol} value)", _symbol),
    )


def is_resource_variable(variable: Any) -> bool:
    """Whether `variable` is a resource variable."""
    return isinstance(variable, BaseResourceVariable)


def _to_tensor(
    variable: BaseResourceVariable,
    dtype: Any = None,
    name: str | None = None,
    as_ref: bool = False,
) -> Any:
    if dtype is not None and not dtype.is_compatible_with(variable.dtype):
        raise ValueError(
            f"Incompatible type conversion requested to type {dtype.name} for `tf.Variable of type "
            f"{variable.dtype.name}. (Variable: {variable})"
        )
    return variable.read_value().op.inputs[0] if as_ref else variable.value()


convert.register_tensor_conversion_function(BaseResourceVariable, _to_tensor)
