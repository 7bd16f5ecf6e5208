"""The variables that `get_variable` made, by name: one store for each graph."""

from __future__ import annotations

import functools
import inspect
import traceback
from typing import Any

from minigraph import context, convert, dtypes, shapes
from minigraph.graph_keys import GraphKeys
from minigraph.ops import slicing
from minigraph.tensor import Tensor
from minigraph.variables import initializers
from minigraph.variables.base import SaveSliceInfo, check_distribution
from minigraph.variables.partitioned import (
    PartitionedVariable,
    Partitioner,
    PartitionInfo,
    checked_partitions,
    extents,
)
from minigraph.variables.reference import VariableV1
from minigraph.variables.resource import ResourceVariable

_STORE_KEY = ("__variable_store",)


class VariableStore:
    """Makes and finds variables by their full names."""

    def __init__(self) -> None:
        self._vars: dict[str, Any] = {}
        self._partitioned_vars: dict[str, PartitionedVariable] = {}

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
        settings = {
            key: value
            for key, value in locals().items()
            if key not in ("self", "name", "shape", "dtype", "initializer", "partitioner")
        }
        is_scalar = isinstance(shape, (list, tuple)) and not shape
        if partitioner is not None and not is_scalar:
            if not callable(partitioner):
                raise ValueError(f"Partitioner must be callable, but received: {partitioner}")
            with context.get_default_graph().name_scope(None):
                return self.partitioned(name, shape, dtype, initializer, partitioner, **settings)
        if reuse is True and name in self._partitioned_vars:
            return self.partitioned(name, shape, dtype, initializer, None, **settings)
        if f"{name}/part_0" in self._vars:
            raise ValueError(
                "No partitioner was provided, but a partitioned version of the variable was found: "
                f"{name}/part_0. Perhaps a variable of the same name was already created with "
                "partitioning?"
            )
        return self._single(name, shape, dtype, initializer, **settings)

    def _single(
        self,
        name: str,
        shape: Any,
        dtype: Any,
        initializer: Any,
        regularizer: Any,
        reuse: Any,
        use_resource: bool | None,
        partition_info: PartitionInfo | None = None,
        **settings: Any,
    ) -> Any:
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
            **_initial_value(name, initializer, shape, dtype, partition_info),
            name=name,
            use_resource=(
                context.resource_variables_enabled() if use_resource is None else use_resource
            ),
            shape=shape,
            **settings,
        )
        self._vars[name] = variable
        if regularizer:
            _add_regularizer(variable, name, regularizer)
        return variable

    def partitioned(
        self,
        name: str,
        shape: Any,
        dtype: Any,
        initializer: Any,
        partitioner: Partitioner | None,
        reuse: Any = None,
        **settings: Any,
    ) -> PartitionedVariable:
        """The variable called `name` in the parts that `partitioner` says, found or made."""
        if name in self._vars:
            raise ValueError(
                "A partitioner was provided, but an unpartitioned version of the variable was "
                f"found: {name}.  Perhaps a variable of the same name was already created without "
                "partitioning?"
            )
        shape, dtype = shapes.as_shape(shape), dtypes.as_dtype(dtype)
        if isinstance(initializer, Tensor):
            shape = shape.merge_with(initializer.shape)
        counts = partitioner and checked_partitions(partitioner, shape, dtype)
        if name in self._partitioned_vars:
            return self._existing_parts(name, shape, dtype, counts, reuse)
        if reuse is True:
            raise ValueError(
                f"PartitionedVariable {name} does not exist, or was not created with "
                "tf.get_variable(). Did you mean to set reuse=False or reuse=tf.AUTO_REUSE in "
                "VarScope?"
            )
        assert counts
        if initializer is None:
            initializer = default_initializer(name, dtype)
        parts, full = [], shape.as_list()
        for index, (offset, size) in enumerate(extents(full, counts)):
            part_name, value = f"{name}/part_{index}", initializer
            if not callable(initializer):
                with context.get_default_graph().name_scope(f"{part_name}/PartitionedInitializer"):
                    value = slicing.slice(
                        convert.convert_to_tensor(initializer, dtype=dtype), offset, size
                    )
            part = self._single(
                part_name,
                size if callable(value) else None,
                dtype,
                value,
                reuse=reuse,
                partition_info=PartitionInfo(full, offset),
                **settings,
            )
            part._set_save_slice_info(SaveSliceInfo(name, full, offset, size))
            parts.append(part)
        made = PartitionedVariable(name, shape, dtype, parts, counts)
        self._partitioned_vars[name] = made
        return made

    def _existing_parts(
        self, name: str, shape: Any, dtype: Any, counts: Any, reuse: Any
    ) -> PartitionedVariable:
        found = self._partitioned_vars[name]
        if reuse is False:
            raise ValueError(
                f"Partitioned variable with name {name} already exists. Did you mean to set "
                "reuse=True or reuse=tf.AUTO_REUSE in VarScope?"
            )
        for what, wanted, has, fits in (
            ("shape", shape, found.shape, shape.is_compatible_with(found.shape)),
            ("dtype", dtype.name, found.dtype.name, dtype.is_compatible_with(found.dtype)),
            ("partitions", counts, found._partitions, counts in (None, found._partitions)),
        ):
            if not fits:
                raise ValueError(
                    f"Trying to reuse partitioned variable {name}, but specified {what} {wanted} "
                    f"and found {what} {has}."
                )
        return found

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


def _initial_value(
    name: str, initializer: Any, shape: Any, dtype: Any, partition_info: Any
) -> dict[str, Any]:
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
        takes = _takes(initializer, "partition_info", False)
        extra = {"partition_info": partition_info} if takes else {}
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
