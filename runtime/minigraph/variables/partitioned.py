"""Variables in several parts, and what says how many (tf.get_variable's `partitioner`)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from minigraph import context, convert, dtypes
from minigraph.shapes import TensorShape, dimension_value

Partitioner = Callable[..., Sequence[int]]


@dataclass(frozen=True)
class PartitionInfo:
    """What an initializer is told of the part that it is for."""

    full_shape: list[int]
    var_offset: list[int]

    def __post_init__(self) -> None:
        for offset, size in zip(self.var_offset, self.full_shape, strict=True):
            if not 0 <= offset < size:
                raise ValueError(
                    f"Expected 0 <= offset < shape but found offset={offset}, shape={size} for "
                    f"var_offset={self.var_offset}, full_shape={self.full_shape}"
                )


class PartitionedVariable:
    """Parts of one variable; as a tensor they are joined again (tf.PartitionedVariable).

    variable_list: the parts, each with its `SaveSliceInfo`; partitions: how many there are along
    each axis. Raises TypeError and ValueError where these do not fit.
    """

    def __init__(
        self, name: str, shape: Any, dtype: Any, variable_list: Any, partitions: Any
    ) -> None:
        if not isinstance(variable_list, (list, tuple)):
            raise TypeError(f"variable_list is not a list or tuple: {variable_list}")
        if not isinstance(partitions, (list, tuple)):
            raise TypeError(f"partitions is not a list or tuple: {partitions}")
        if not all(count >= 1 for count in partitions):
            raise ValueError(f"partition values must be positive: {partitions}")
        if not variable_list:
            raise ValueError("variable_list may not be empty")
        for part in variable_list:
            if any(other._get_save_slice_info() is None for other in variable_list):
                names = [other.name for other in variable_list]
                raise ValueError(f"All variables must have a save_slice_info available: {names}")
            if len(shape) != len(partitions):
                raise ValueError(f"len(shape) != len(partitions): {shape} vs. {partitions}")
            if (found := part._get_save_slice_info().full_shape) != shape:
                raise ValueError(
                    f"All variables' full shapes must match shape: {shape}; but full shapes "
                    f"were: {[found]}"
                )
        self._variable_list = sorted(
            variable_list, key=lambda part: part._get_save_slice_info().var_offset
        )
        self.name, self.shape, self.dtype = name, shape, dtype
        self._partitions = partitions

    def __iter__(self) -> Iterator[Any]:
        return iter(self._variable_list)

    def __len__(self) -> int:
        axes = self._partition_axes()
        if len(axes) > 1:
            raise ValueError(f"Cannot get a length for {len(axes)} > 1 partition axes")
        return len(self._variable_list)

    def _partition_axes(self) -> list[int]:
        return [axis for axis, count in enumerate(self._partitions) if count > 1] or [0]

    def _axis(self, what: str) -> int:
        axes = self._partition_axes()
        if len(axes) > 1:
            raise NotImplementedError(f"Cannot {what}")
        return axes[0]

    def as_tensor(self) -> Any:
        """The whole variable as a tensor; it does not wait for the control dependencies around."""
        from minigraph.ops import array, shaping

        graph = context.get_default_graph()
        with graph.control_dependencies(None):
            joined = self._variable_list[0]
            if len(self._variable_list) > 1:
                axis = self._axis(
                    f"concatenate along more than one dimension: {self._partition_axes()}.  "
                    "Multi-axis partition concat is not supported"
                )
                with graph.name_scope(f"{self.name}/ConcatPartitions/"):
                    joined = shaping.concat(self._variable_list, axis)
            with graph.name_scope(None):
                return array.identity(joined, name=self.name)

    def get_shape(self) -> Any:
        """The shape of the whole variable."""
        return self.shape

    def _get_variable_list(self) -> list[Any]:
        return self._variable_list

    def _get_partitions(self) -> Sequence[int]:
        return self._partitions

    def _change(self, method: str, value: Any, read_value: bool, **options: Any) -> list[Any]:
        from minigraph.ops import repeating

        axis = self._axis(
            f"do assign action along more than one dimension: {self._partition_axes()}.  "
            "Multi-axis partition assign action is not supported "
        )
        if isinstance(value, list):
            assert len(value) == len(self._variable_list)
        elif isinstance(value, PartitionedVariable):
            value = list(value)
        else:
            sizes = [dimension_value(part.shape[axis]) for part in self._variable_list]
            value = repeating.split(value, sizes, axis=axis)
        changes = [
            getattr(part, method)(new, read_value=read_value, **options)
            for part, new in zip(self._variable_list, value)
        ]
        return changes if read_value else [change.op for change in changes]

    def assign(
        self, value: Any, use_locking: bool = False, name: Any = None, read_value: bool = True
    ) -> list[Any]:
        """Sets the parts from a tensor, another such variable or a list of their values."""
        return self._change("assign", value, read_value, use_locking=use_locking, name=name)

    def assign_add(
        self, value: Any, use_locking: bool = False, name: Any = None, read_value: bool = True
    ) -> list[Any]:
        """Adds to the parts."""
        return self._change("assign_add", value, read_value, use_locking=use_locking, name=name)

    def assign_sub(
        self, value: Any, use_locking: bool = False, name: Any = None, read_value: bool = True
    ) -> list[Any]:
        """Subtracts from the parts."""
        return self._change("assign_sub", value, read_value, use_locking=use_locking, name=name)


def _to_tensor(
    value: PartitionedVariable, dtype: Any = None, name: Any = None, as_ref: Any = False
) -> Any:
    if dtype is not None and not dtype.is_compatible_with(value.dtype):
        raise ValueError(
            f"Incompatible type conversion requested to type '{dtype.name}' for variable of type "
            f"'{value.dtype.name}'"
        )
    if as_ref:
        raise NotImplementedError("PartitionedVariable doesn't support being used as a reference.")
    return value.as_tensor()


convert.register_tensor_conversion_function(PartitionedVariable, _to_tensor)


def checked_partitions(partitioner: Partitioner, shape: Any, dtype: Any) -> Sequence[int]:
    """What the partitioner says: the number of parts along each axis, one of them above 1."""
    if not shape.is_fully_defined():
        raise ValueError(
            f"Shape of a new partitioned variable must be fully defined, but instead was {shape}."
        )
    if shape.ndims < 1:
        raise ValueError(f"A partitioned Variable must have rank at least 1, shape: {shape}")
    counts = partitioner(shape=shape, dtype=dtype)
    if not isinstance(counts, Sequence):
        raise ValueError(f"Partitioner must return a sequence, but saw: {counts}")
    if len(counts) != shape.ndims:
        raise ValueError(
            "Partitioner returned a partition list that does not match the Variable's rank: "
            f"{counts} vs. {shape}"
        )
    if any(count < 1 for count in counts):
        raise ValueError(f"Partitioner returned zero partitions for some axes: {counts}")
    if sum(count > 1 for count in counts) > 1:
        raise ValueError(
            f"Can only slice a variable along one dimension: shape: {shape}, partitioning: {counts}"
        )
    return counts


def extents(shape: list[int], counts: Sequence[int]) -> Iterator[tuple[list[int], list[int]]]:
    """Where each part begins, and its shape; the first parts get what does not divide evenly."""
    axis = next((axis for axis, count in enumerate(counts) if count > 1), 0)
    length, longer = divmod(shape[axis], counts[axis])
    offset = [0] * len(shape)
    for index in range(counts[axis]):
        part = [*shape]
        part[axis] = length + (index < longer)
        yield [*offset], part
        offset[axis] += part[axis]


def _element_size(dtype: Any, bytes_per_string_element: int) -> int:
    dtype = dtypes.as_dtype(dtype).base_dtype
    return bytes_per_string_element if dtype == dtypes.string else dtype.size


def fixed_size_partitioner(num_shards: int, axis: int = 0) -> Partitioner:
    """A partitioner into `num_shards` parts along an axis (tf.fixed_size_partitioner)."""

    def _partitioner(shape: Any, **unused_args: Any) -> list[int]:
        counts = [1] * len(shape)
        counts[axis] = min(num_shards, shape.dims[axis].value)
        return counts

    return _partitioner


def variable_axis_size_partitioner(
    max_shard_bytes: int,
    axis: int = 0,
    bytes_per_string_element: int = 16,
    max_shards: int | None = None,
) -> Partitioner:
    """A partitioner into parts of so many bytes at most (tf.variable_axis_size_partitioner).

    Raises ValueError for numbers that are not positive.
    """
    if max_shard_bytes < 1 or bytes_per_string_element < 1:
        raise ValueError(
            "Both max_shard_bytes and bytes_per_string_element must be positive. Currently, "
            f"max_shard_bytes is {max_shard_bytes} andbytes_per_string_element is "
            f"{bytes_per_string_element}"
        )
    if max_shards and max_shards < 1:
        raise ValueError("max_shards must be positive.")

    def _partitioner(shape: Any, dtype: Any) -> list[int]:
        if not isinstance(shape, TensorShape):
            raise ValueError(f"shape is not a TensorShape: {shape}")
        if not shape.is_fully_defined():
            raise ValueError(f"shape is not fully defined: {shape}")
        counts = [1] * len(shape)
        sizes: list[Any] = shape.as_list()
        rest = math.prod(sizes) / sizes[axis]
        size = 1.0 * rest * _element_size(dtype, bytes_per_string_element)
        shards = math.ceil(1.0 * sizes[axis] / max(1, math.floor(max_shard_bytes / size)))
        counts[axis] = min(max_shards, shards) if max_shards else shards
        return counts

    return _partitioner


def min_max_variable_partitioner(
    max_partitions: int = 1,
    axis: int = 0,
    min_slice_size: int = 256 << 10,
    bytes_per_string_element: int = 16,
) -> Partitioner:
    """A partitioner into at most so many parts of at least so many bytes.

    Raises ValueError for an axis that the shape does not have (tf.min_max_variable_partitioner).
    """

    def _partitioner(shape: Any, dtype: Any) -> list[int]:
        if axis >= len(shape):
            raise ValueError(
                f"Cannot partition variable along axis {axis} when shape is only {shape}"
            )
        size = shape.num_elements() * _element_size(dtype, bytes_per_string_element)
        counts = [1] * len(shape)
        fitting = math.ceil(size / min_slice_size)
        counts[axis] = max(1, min(shape.dims[axis].value, max_partitions, fitting))
        return counts

    return _partitioner
