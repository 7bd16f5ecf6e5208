"""What datasets are made of: arrays, and tensors of a graph whose values a run gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from minigraph import convert, dtypes, errors, nest
from minigraph.arrays import to_array
from minigraph.eager_tensor import HOST, EagerTensor
from minigraph.tensor import Tensor

Values = Mapping[int, Any]  # of tensors of a graph, by their id


class Source:
    """What a dataset is made of: an array, or a tensor of a graph whose value a run gives."""

    def __init__(self, shape: Any, dtype: Any, tensor: Any = None, array: Any = None) -> None:
        self.shape, self.dtype, self._array = shape, dtypes.as_dtype(dtype), array
        self.sources = [] if tensor is None else [tensor]

    @property
    def ndim(self) -> Any:
        """The number of dimensions, None where it is not known."""
        return None if self.shape is None else len(self.shape)

    @staticmethod
    def of_tensor(tensor: Any) -> Source:
        """What a tensor holds, or will hold in a run."""
        if isinstance(tensor, EagerTensor):
            return Source(tensor.shape.as_list(), tensor.dtype, array=tensor._value)
        return Source(tensor.shape, tensor.dtype, tensor)

    def of(self, values: Values) -> Any:
        """The array."""
        return values[id(self.sources[0])] if self.sources else self._array


def sources_of(tensors: Any) -> tuple[Any, list[Any]]:
    """The structure of a dataset's source and its parts; a list becomes one tensor."""

    def source(item: Any) -> Any:
        if hasattr(item, "read_value"):
            item = convert.convert_to_tensor(item)
        if isinstance(item, Tensor) and not isinstance(item, EagerTensor):
            return Source(item._shape, item.dtype, item)
        array = item._constant if isinstance(item, EagerTensor) else np.asarray(to_array(item))
        return Source(array.shape, array.dtype, array=array)

    structure = _lists_as_leaves(tensors)
    return structure, [source(item.value) for item in nest.flatten(structure)]


def stacked(column: Any) -> Any:
    """The values of one part of several elements, as an array."""
    # Bytes would become an array that cuts zeros at their ends.
    return np.array(column, object) if isinstance(column[0], bytes) else np.stack(column)


def whole_number(value: Any, op_type: str, text: str, least: int) -> int:
    """A whole number; TypeError for others, InvalidArgumentError below the least."""
    if isinstance(value, (float, str)):
        raise TypeError(f"Cannot convert {value!r} to EagerTensor of dtype int64")
    if int(value) < least:
        kind = f"{{{{function_node __wrapped__{op_type}_device_{HOST}}}}}"
        raise errors.InvalidArgumentError(None, None, f"{kind} {text} [Op:{op_type}] name: ")
    return int(value)


class _Leaf:
    def __init__(self, value: Any) -> None:
        self.value = value


def _lists_as_leaves(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _lists_as_leaves(item) for key, item in value.items()}
    if isinstance(value, tuple):
        parts = [_lists_as_leaves(item) for item in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return _Leaf(value)
