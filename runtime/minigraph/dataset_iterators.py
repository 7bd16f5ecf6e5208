"""Going through a dataset: at once, or by the runs of a session."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from minigraph import dtypes, errors, nest
from minigraph.eager_tensor import EagerTensor
from minigraph.ops import iterators


class EagerIterator:
    """Goes through a dataset once, giving eager tensors."""

    def __init__(self, dataset: Any) -> None:
        self._elements = dataset._parts()
        self.element_spec = dataset.element_spec

    def __iter__(self) -> EagerIterator:
        return self

    def __next__(self) -> Any:
        return _as_tensors(next(self._elements), self.element_spec)

    def get_next(self) -> Any:
        """The next element; OutOfRangeError at the end."""
        try:
            return next(self)
        except StopIteration:
            raise errors.OutOfRangeError(
                None,
                None,
                "{{function_node __wrapped__IteratorGetNext_output_types_1_device_/job:localhost/"
                "replica:0/task:0/device:CPU:0}} End of sequence [Op:IteratorGetNext] name: ",
            ) from None


class GraphIterator:
    """Goes through a dataset in a graph: each run takes the next element."""

    def __init__(self, dataset: Any, shared_name: str | None = None, once: bool = True) -> None:
        self.element_spec = dataset.element_spec
        self._specs = nest.flatten(dataset.element_spec)
        fresh = _Fresh(dataset._parts)
        if once:
            self._handle = iterators.one_shot_iterator(fresh, self._specs)
        else:
            found = iterators.initializable_iterator(fresh, self._specs, shared_name)
            self._handle, self._initializer = found

    @property
    def initializer(self) -> Any:
        """The operation that starts the iterator; ValueError where it needs none."""
        if "_initializer" not in self.__dict__:
            raise ValueError(
                "The iterator does not have an initializer. This means it was likely created using "
                "`tf.data.Dataset.make_one_shot_iterator()`. For an initializable iterator, use "
                "`tf.data.Dataset.make_initializable_iterator()` instead."
            )
        return self._initializer

    def get_next(self, name: str | None = None) -> Any:
        """The tensors of the next element."""
        return nest.pack_sequence_as(
            self.element_spec, iterators.get_next(self._handle, self._specs, name)
        )

    @property
    def output_types(self) -> Any:
        """The dtypes of an element."""
        return nest.map_structure(lambda spec: spec.dtype, self.element_spec)

    @property
    def output_shapes(self) -> Any:
        """The static shapes of an element."""
        return nest.map_structure(lambda spec: spec.shape, self.element_spec)


class _Fresh:
    def __init__(self, parts: Callable[[], Iterator[list[Any]]]) -> None:
        self._parts = parts

    def __iter__(self) -> Iterator[list[Any]]:
        return self._parts()


def _as_tensors(parts: list[Any], element_spec: Any) -> Any:
    tensors = []
    for part, spec in zip(parts, nest.flatten(element_spec), strict=True):
        value = np.asarray(part, object if spec.dtype is dtypes.string else None)
        tensors.append(EagerTensor(value, spec.dtype))
    return nest.pack_sequence_as(element_spec, tensors)
