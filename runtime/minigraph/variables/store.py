"""The variables that `get_variable` made, by name: one store for each graph."""

from __future__ import annotations

import functools
import inspect
import traceback
from typing import Any

from minigraph import context, convert, dtypes, shapes
from minigraph.graph_keys import GraphKeys
from minigraph.variables import initializers
from minigraph.variables.base import check_distribution, refuse_partitioner
from minigraph.variables.reference import VariableV1
from minigraph.variables.resource import ResourceVariable

_STORE_KEY = ("__variable_store",)


class VariableStore:
    """Makes and finds variables by their full names."""

    def __init__(self) -> None:
        self._vars: dict[str, Any] = {}

    def get_variable(self, name: str, custom_getter: Any = None, **kwargs: Any) -> Any:
        """The variable called `name`, through `custom_getter` where there is one."""
        if custom_getter is not None and not callable(custom_getter):
            raise ValueError(f"Passed a custom_getter which is not callable: {custom_getter}")
        kwargs["dtype"] = getattr(kwargs["dtype"], "base_dtype", kwargs["dtype"])
        distribution = check_distribution(
            kwargs["synchronization"], kwargs["aggregation"], kwargs["trainable"], name
        )
        kwargs["synchronization"], kwargs["aggregation"], kwargs["trainable"] = distribution
        if custom_getter is None:
            return self._true_getter(name, **kwargs)
        if not _takes(custom_getter, "constraint"):
            del kwargs["constraint"]
        return custom_getter(getter=self._true_getter, name=name, **kwargs)

    def _true_getter(
        self,
        name: str,
        shape: Any = None,
        dtype: Any = dtypes.float32,
        initializer: Any = None,
        regularizer: Any = None,
        reuse: Any = None,
        trainable: Any = None,
        collections: Any = None,
        caching_device: Any = None,
        partitioner: Any = None,
        validate_shape: bool = True,
        use_resource: bool | None = None,
        constraint: Any = None,
        synchronization: Any = None,
        aggregation: Any = None,
    ) -> Any:
        is_scalar = isinstance(shape, (list, tuple)) and not shape
        if partitioner is not None and not is_scalar:
            if not callable(partitioner):
                raise ValueError(f"Partitioner must be callable, but received: {partitioner}")
            refuse_partitioner(partitioner)
        if shape is not None and initializer is not None and not callable(initializer):
            raise ValueError("If initializer is a constant, do not specify shape.")
        dtype = dtypes.as_dtype(dtype)
        shape = None if shape is None else shapes.as_shape(shape)
        if name in self._vars and not context.executing_eagerly():
            return self._existing(name, shape, dtype, reuse)
        if reuse is True:
            raise ValueError(
                f"Variable {name} does not exist, or was not created with tf.get_variable(). Did "
                "you mean to set reuse=tf.AUTO_REUSE in VarScope?"
            )
        variable = VariableV1(
            **_initial_value(name, initializer, shape, dtype),
            name=name,
            trainable=trainable,
            collections=collections,
            caching_device=caching_device,
            validate_shape=validate_shape,
            constraint=constraint,
            use_resource=(
                context.resource_variables_enabled() if use_resource is None else use_resource
            ),
            synchronization=synchronization,
            aggregation=aggregation,
            shape=shape,
        )
        self._vars[name] = variable
        if regularizer:
            _add_regularizer(variable, name, regularizer)
        return variable

    def _existing(self, name: str, shape: Any, dtype: Any, reuse: Any) -> Any:
        found = self._vars[name]
        if reuse is False:
            message = (
                f"Variable {name} already exists, disallowed. Did you mean to set reuse=True or "
                "reuse=tf.AUTO_REUSE in VarScope?"
            )
            if not isinstance(found, ResourceVariable):
                frames = traceback.format_list(found.op.traceback[::-1][:5])
                message += f" Originally defined at:\n\n{''.join(frames)}"
            raise ValueError(message)
        if shape is not None and not shape.is_compatible_with(found.shape):
            raise ValueError(
                f"Trying to share variable {name}, but specified shape {shape} and found shape "
                f"{found.shape}."
            )
        if not dtype.is_compatible_with(found.dtype):
            raise ValueError(
                f"Trying to share variable {name}, but specified dtype {dtype.name} and found "
                f"dtype {found.dtype.name}."
            )
        return found


def _initial_value(name: str, initializer: Any, shape: Any, dtype: Any) -> dict[str, Any]:
    """What `tf.Variable` needs: `initial_value`, and `dtype` where a function makes it."""
    if initializer is None:
        if shape is None:
            raise ValueError(
                f"Variable {name} did not get an initializer, so its `shape` argument must be "
                "specified."
            )
        initializer = default_initializer(name, dtype)
    if not callable(initializer):
        return {"initial_value": initializer, "dtype": None}
    if inspect.isclass(initializer):
        initializer = initializer()
    if shape is not None and shape.is_fully_defined():
        extra = {"partition_info": None} if _takes(initializer, "partition_info", False) else {}
        value = functools.partial(initializer, shape.as_list(), dtype=dtype, **extra)
        return {"initial_value": value, "dtype": dtype.base_dtype}
    if _needs_no_arguments(initializer):
        return {"initial_value": initializer, "dtype": None}
    raise ValueError(
        "The initializer passed is not valid. It should be a callable with no arguments and the "
        "shape should not be provided or an instance of `tf.keras.initializers.*' and `shape` "
        "should be fully defined."
    )


def default_initializer(name: str, dtype: Any) -> Any:
    """Glorot's for floats, zeros for other numbers, truth values and texts; else ValueError."""
    if dtype.is_floating:
        return initializers.GlorotUniform()
    if dtype.is_integer or dtype.is_unsigned or dtype.is_bool or dtype == dtypes.string:
        return initializers.Zeros()
    raise ValueError(f"An initializer for variable {name} of {dtype.base_dtype} is required")


def _parameters(function: Any) -> list[inspect.Parameter]:
    try:
        return list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return []


def _takes(function: Any, name: str, by_keywords: bool = True) -> bool:
    return any(
        parameter.name == name or (by_keywords and parameter.kind is parameter.VAR_KEYWORD)
        for parameter in _parameters(function)
    )


def _needs_no_arguments(function: Any) -> bool:
    named = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return not any(
        parameter.kind in named and parameter.default is parameter.empty
        for parameter in _parameters(function)
    )


def _add_regularizer(variable: Any, name: str, regularizer: Any) -> None:
    def loss() -> Any:
        graph = context.get_default_graph()
        with graph.colocate_with(variable), graph.name_scope(f"{name}/Regularizer/"):
            return regularizer(variable)

    if regularizer(variable) is not None:
        context.get_default_graph().add_to_collection(
            GraphKeys.REGULARIZATION_LOSSES, LazyTensor(loss)
        )


class LazyTensor:
    """A regularization loss: each use outside the place where it was made adds it anew."""

    def __init__(self, make: Any) -> None:
        self._make = make
        self._tensor = make()

    def _as_graph_element(self) -> Any:
        return self._tensor

    def __getattr__(self, name: str) -> Any:
        return getattr(self._tensor, name)

    def __str__(self) -> str:
        return str(self._tensor)


def _lazy_operator(name: str) -> Any:
    return lambda self, *args: getattr(self._make(), name)(*args)


for _name in ("add", "mul", "sub", "truediv", "div", "pow", "floordiv", "mod", "matmul"):
    for _operator in (f"__{_name}__", f"__r{_name}__"):
        setattr(LazyTensor, _operator, _lazy_operator(_operator))
for _operator in ("__neg__", "__abs__", "__getitem__", "__lt__", "__le__", "__gt__", "__ge__"):
    setattr(LazyTensor, _operator, _lazy_operator(_operator))


def _lazy_to_tensor(
    value: LazyTensor, dtype: Any = None, name: Any = None, as_ref: Any = False
) -> Any:
    return value._make()


convert.register_tensor_conversion_function(LazyTensor, _lazy_to_tensor)


def default_store() -> VariableStore:
    """The store of the default graph."""
    graph = context.get_default_graph()
    stores = graph.get_collection(_STORE_KEY)
    if stores:
        store: VariableStore = stores[0]
        return store
    store = VariableStore()
    graph.add_to_collection(_STORE_KEY, store)
    return store
