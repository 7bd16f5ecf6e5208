"""Going through a dataset: at once, or by the runs of a session."""

from __future__ import annotations

from typing import Any

import numpy as np

from minigraph import dtypes, errors, nest
from minigraph.default_graph import name_scope
from minigraph.eager_tensor import HOST, EagerTensor
from minigraph.ops import iterators
from minigraph.shapes import TensorShape
from minigraph.tensor_spec import TensorSpec


class Elements:
    """What has elements of one structure, `element_spec`."""

    element_spec: Any

    @property
    def output_types(self) -> Any:
        """The dtypes of an element."""
        return nest.map_structure(lambda spec: spec.dtype, self.element_spec)

    @property
    def output_shapes(self) -> Any:
        """The static shapes of an element."""
        return nest.map_structure(lambda spec: spec.shape, self.element_spec)


class EagerIterator:
    """Goes through a dataset once, giving eager tensors."""

    def __init__(self, dataset: Any) -> None:
        self._elements = dataset._parts({})
        self.element_spec = dataset.element_spec

    def __iter__(self) -> EagerIterator:
        return self

    def __next__(self) -> Any:
        try:
            parts = next(self._elements)
        except errors.OpError as error:
            if "{{" in error.message:
                raise  # an operation of the dataset's function said it
            raise type(error)(None, None, self._told(error.message)) from None
        return _as_tensors(parts, self.element_spec)

    def _told(self, text: str) -> str:
        count = len(nest.flatten(self.element_spec))
        return (
            f"{{{{function_node __wrapped__IteratorGetNext_output_types_{count}_device_{HOST}}}}} "
            f"{text} [Op:IteratorGetNext] name: "
        )

    def get_next(self) -> Any:
        """The next element; OutOfRangeError at the end."""
        try:
            return next(self)
        except StopIteration:
            raise errors.OutOfRangeError(None, None, self._told("End of sequence")) from None


class GraphIterator(Elements):
    """Goes through a dataset in a graph: each run takes the next element (tf.data.Iterator)."""

    def __init__(self, handle: Any, element_spec: Any, dataset: Any = None) -> None:
        self.element_spec, self._handle = element_spec, handle
        self._specs = nest.flatten(element_spec)
        self._initializer = dataset and iterators.make_iterator(dataset, handle)
        self._string_handle = iterators.to_string_handle(handle)

    @staticmethod
    def once(dataset: Any) -> GraphIterator:
        """One that needs no initialization; ValueError for a dataset of what runs must give."""
        specs = nest.flatten(dataset.element_spec)
        handle = iterators.one_shot_iterator(dataset, specs)
        return GraphIterator(handle, dataset.element_spec)

    @staticmethod
    def initializable(dataset: Any, shared_name: str | None) -> GraphIterator:
        """One that its `initializer` starts."""
        specs = nest.flatten(dataset.element_spec)
        handle = iterators.iterator(specs, shared_name)
        return GraphIterator(handle, dataset.element_spec, dataset)

    @staticmethod
    def from_structure(
        output_types: Any,
        output_shapes: Any = None,
        shared_name: str | None = None,
        output_classes: Any = None,
    ) -> GraphIterator:
        """An iterator for every dataset of this structure (see `make_initializer`)."""
        spec = structure(output_types, output_shapes)
        return GraphIterator(iterators.iterator(nest.flatten(spec), shared_name), spec)

    @staticmethod
    def from_string_handle(
        string_handle: Any, output_types: Any, output_shapes: Any = None, output_classes: Any = None
    ) -> GraphIterator:
        """The iterator whose `string_handle` a run feeds."""
        spec = structure(output_types, output_shapes)
        handle = iterators.from_string_handle(string_handle, nest.flatten(spec))
        return GraphIterator(handle, spec)

    def make_initializer(self, dataset: Any, name: str | None = None) -> Any:
        """An operation that starts the iterator on a dataset; TypeError where it does not fit."""
        with name_scope(name, "make_initializer") as scope:
            nest.assert_same_structure(self.output_types, dataset.output_types)
            pairs = list(zip(self._specs, nest.flatten(dataset.element_spec), strict=True))
            if any(mine.dtype != theirs.dtype for mine, theirs in pairs):
                raise TypeError(
                    f"Expected output types {self.output_types!r} but got dataset with output "
                    f"types {dataset.output_types!r}."
                )
            if not all(mine.shape.is_compatible_with(theirs.shape) for mine, theirs in pairs):
                raise TypeError(
                    f"Expected output shapes compatible with {self.output_shapes!r} but got "
                    f"dataset with output shapes {dataset.output_shapes!r}."
                )
        return iterators.make_iterator(dataset, self._handle, scope)

    def string_handle(self, name: str | None = None) -> Any:
        """What `from_string_handle` finds the iterator by, once a run has told it."""
        return iterators.to_string_handle(self._handle, name) if name else self._string_handle

    @property
    def initializer(self) -> Any:
        """The operation that starts the iterator; ValueError where it needs none."""
        if self._initializer is None:
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


def structure(types: Any, known: Any) -> Any:
    """The specs of elements with these dtypes and shapes, None for unknown ones."""
    flat = [dtypes.as_dtype(dtype) for dtype in nest.flatten(types)]
    found = [None] * len(flat) if known is None else nest.flatten_up_to(types, known)
    specs = [TensorSpec(TensorShape(s), dtype) for s, dtype in zip(found, flat, strict=True)]
    return nest.pack_sequence_as(types, specs)


def _as_tensors(parts: list[Any], element_spec: Any) -> Any:
    tensors = []
    for part, spec in zip(parts, nest.flatten(element_spec), strict=True):
        value = np.asarray(part, object if spec.dtype is dtypes.string else None)
        tensors.append(EagerTensor(value, spec.dtype))
    return nest.pack_sequence_as(element_spec, tensors)
