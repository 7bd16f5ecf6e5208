"""Datasets whose elements are made of several: batches, and datasets inside datasets."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from minigraph import errors, nest
from minigraph.arrays import to_array
from minigraph.dataset_iterators import Elements
from minigraph.dataset_sources import Source, Values, stacked, whole_number
from minigraph.eager_tensor import EagerTensor
from minigraph.ops.array import identity
from minigraph.shapes import TensorShape, format_shape
from minigraph.tensor import Tensor
from minigraph.tensor_spec import TensorSpec

INFINITE_CARDINALITY, UNKNOWN_CARDINALITY = -1, -2
Parts = list[Any]  # the arrays of one element, flat
_TOO_SMALL = "Batch size must be greater than zero."


class Combining(Elements):
    """The transformations of a dataset that make one element of several, or several of one."""

    _parts: Callable[[Values], Iterator[Parts]]
    _then: Callable[..., Any]
    _traced: Callable[..., Any]
    _size: int
    _sources: list[Any]

    def batch(
        self,
        batch_size: Any,
        drop_remainder: bool = False,
        num_parallel_calls: int | None = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> Any:
        """Consecutive elements stacked, the last batch with what is left.

        InvalidArgumentError where their shapes differ.
        """
        shapes = [spec.shape for spec in nest.flatten(self.element_spec)]
        kind = "Batch" if num_parallel_calls is None else "ParallelBatch"
        return self._batched(kind, batch_size, drop_remainder, shapes, _equal)

    def padded_batch(
        self,
        batch_size: Any,
        padded_shapes: Any = None,
        padding_values: Any = None,
        drop_remainder: bool = False,
        name: str | None = None,
    ) -> Any:
        """Consecutive elements stacked, each filled up with `padding_values`, zeros unless given.

        padded_shapes: the shapes to fill up to; -1 or None for the longest of the batch.
        Raises ValueError for shapes that do not fit the elements, TypeError for values of another
        dtype; DataLossError for an element that is larger.
        """
        specs = nest.flatten(self.element_spec)
        shapes = [spec.shape for spec in specs]
        if padded_shapes is not None:
            given = nest.flatten_up_to(self.element_spec, padded_shapes)
            shapes = [_padded_shape(*pair) for pair in zip(given, shapes, strict=True)]
        elif any(shape.rank is None for shape in shapes):
            raise ValueError(
                "You must provide `padded_shapes` argument because component 0 has unknown rank."
            )
        values = [b"" if spec.dtype.name == "string" else 0 for spec in specs]
        if padding_values is not None:
            single = not nest.is_nested(padding_values)
            given = (
                [padding_values] * len(specs)
                if single
                else nest.flatten_up_to(self.element_spec, padding_values)
            )
            values = [
                zero if value is None else _padding(value, spec.dtype)
                for value, zero, spec in zip(given, values, specs, strict=True)
            ]
        fills = iter(itertools.cycle(zip(shapes, values, strict=True)))
        return self._batched(
            "PaddedBatch", batch_size, drop_remainder, shapes, lambda c: _padded(c, *next(fills))
        )

    def _batched(
        self, kind: str, batch_size: Any, drop: bool, shapes: Any, join: Callable[[Any], Any]
    ) -> Any:
        given = isinstance(batch_size, Tensor) and not isinstance(batch_size, EagerTensor)
        size = None if given else whole_number(batch_size, f"{kind}DatasetV2", _TOO_SMALL, 1)

        def parts(v: Values) -> Iterator[Parts]:
            elements = self._parts(v)
            size = int(v[id(batch_size)]) if given else int(batch_size)
            if size < 1:
                raise errors.InvalidArgumentError(None, None, _TOO_SMALL)
            while rows := list(itertools.islice(elements, size)):
                if len(rows) == size or not drop:
                    yield [join(column) for column in zip(*rows, strict=True)]

        first = TensorShape([size if drop else None])
        flat = zip(shapes, nest.flatten(self.element_spec), strict=True)
        specs = [TensorSpec(first.concatenate(shape), spec.dtype) for shape, spec in flat]
        count = self._size
        if count >= 0:
            count = UNKNOWN_CARDINALITY if size is None else -(-count // size)
            count -= bool(drop and size and self._size % size)
        spec = nest.pack_sequence_as(self.element_spec, specs)
        return self._then(kind, parts, spec, count, [batch_size] if given else [])

    def repeat(self, count: Any = None, name: str | None = None) -> Any:
        """The elements `count` times over, for ever where it is None or -1."""
        times, number, sources = number_of(-1 if count is None else count)

        def parts(v: Values) -> Iterator[Parts]:
            rounds = number(v)
            for _ in itertools.count() if rounds < 0 else range(rounds):
                found = False
                for element in self._parts(v):
                    found = True
                    yield element
                if not found:
                    return

        size = self._size
        if times is None:
            size = UNKNOWN_CARDINALITY
        elif times == 0 or size > 0:
            size = INFINITE_CARDINALITY if times < 0 else size * times
        return self._then("Repeat", parts, self.element_spec, size, sources)

    def concatenate(self, dataset: Any, name: str | None = None) -> Any:
        """The elements of this one, then those of another."""
        known = min(self._size, dataset._size)
        return self._then(
            "Concatenate",
            lambda v: itertools.chain(self._parts(v), dataset._parts(v)),
            self.element_spec,
            self._size + dataset._size if known >= 0 else known,
            dataset._sources,
        )

    def flat_map(self, map_func: Callable[..., Any], name: str | None = None) -> Any:
        """The elements of the datasets that a function, traced once, makes of each element."""
        inner, elements, sources = self._nested(map_func)
        return self._then(
            "FlatMap",
            lambda v: (row for parts in self._parts(v) for row in elements(parts, v)),
            inner.element_spec,
            UNKNOWN_CARDINALITY,
            sources,
        )

    def interleave(
        self,
        map_func: Callable[..., Any],
        cycle_length: int | None = None,
        block_length: int | None = None,
        num_parallel_calls: int | None = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> Any:
        """As `flat_map`, with `cycle_length` datasets open at a time.

        Each gives `block_length` elements in its turn.
        """
        inner, elements, sources = self._nested(map_func)
        at_once = os.cpu_count() or 1 if cycle_length in (None, -1) else cycle_length

        def rows(v: Values) -> Iterator[Parts]:
            waiting = (elements(parts, v) for parts in self._parts(v))
            opened: list[Any] = list(itertools.islice(waiting, at_once))
            while opened:
                kept = []
                for turn in opened:
                    block = list(itertools.islice(turn, block_length or 1))
                    yield from block
                    following = turn if len(block) == (block_length or 1) else next(waiting, None)
                    kept += [] if following is None else [following]
                opened = kept

        kind = "Interleave" if num_parallel_calls is None else "ParallelInterleave"
        return self._then(kind, rows, inner.element_spec, UNKNOWN_CARDINALITY, sources)

    def _nested(self, map_func: Callable[..., Any]) -> tuple[Any, Any, Any]:
        """The dataset that a function returns, its elements for an element, what it captures."""
        made: list[Any] = []

        def sources_of_inner(*args: Any) -> Any:
            inner = map_func(*args)
            made.append(inner)
            sources = inner._sources if isinstance(inner, Combining) else []
            return [identity(source) for source in sources]

        call, _, captured = self._traced(sources_of_inner)
        inner = made[-1]
        if not isinstance(inner, Combining):
            raise TypeError(
                f"The `map_func` argument must return a `Dataset` object. Got {type(inner)!r}."
            )

        def elements(parts: Parts, values: Values) -> Iterator[Parts]:
            keys = map(id, inner._sources)
            return inner._parts(dict(zip(keys, call(parts, values), strict=True)))

        return inner, elements, captured


def number_of(count: Any) -> tuple[int | None, Callable[[Values], int], Sequence[Any]]:
    """A count: what is known of it, its value in a run, the tensors that it is made of."""
    if isinstance(count, Tensor):
        source = Source.of_tensor(count)
        known = None if source.sources else int(source.of({}))
        return known, lambda v: int(source.of(v)), source.sources
    return int(count), lambda _: int(count), []


def _equal(column: Any) -> Any:
    """The values of one part, stacked; InvalidArgumentError where their shapes differ."""
    first = np.shape(column[0])
    for value in column:
        if np.shape(value) != first:
            found, wanted = format_shape(np.shape(value)), format_shape(first)
            raise errors.InvalidArgumentError(
                None,
                None,
                "Cannot add tensor to the batch: number of elements does not match. Shapes are: "
                f"[tensor]: {found}, [batch]: {wanted}",
            )
    return stacked(column)


def _padded_shape(given: Any, shape: Any) -> Any:
    if isinstance(given, (np.ndarray, EagerTensor)):
        given = [int(size) for size in np.asarray(given)]
    if isinstance(given, (list, tuple)):
        given = [None if size == -1 else size for size in given]
    wanted = TensorShape(given)
    pairs = (
        [] if None in (wanted.rank, shape.rank) else list(zip(wanted.as_list(), shape.as_list()))
    )
    short = any(None not in (full, size) and full < size for full, size in pairs)
    if short or (None not in (wanted.rank, shape.rank) and wanted.rank != shape.rank):
        raise ValueError(
            f"The padded shape {wanted} is not compatible with the shape {shape} of the "
            "corresponding input component."
        )
    return wanted


def _padding(value: Any, dtype: Any) -> Any:
    from minigraph.convert import convert_to_tensor

    found = value.dtype if isinstance(value, (Tensor, np.ndarray, np.generic)) else None
    array = to_array(value._value if isinstance(value, EagerTensor) else value)
    found = found or convert_to_tensor(value, name="padding_value").dtype
    if found != dtype:
        raise TypeError(
            f"Invalid `padding_values`. `padding_values` values type {found} does not match type "
            f"{dtype} of the corresponding input component."
        )
    return array


def _padded(column: Any, shape: Any, fill: Any) -> Any:
    """The values of one part, each filled up at its ends, stacked."""
    wanted = shape.as_list() if shape.rank is not None else [None] * np.ndim(column[0])
    longest = [max(sizes) for sizes in zip(*map(np.shape, column), strict=True)]
    full = [size if want is None else want for want, size in zip(wanted, longest, strict=True)]
    if any(size > end for size, end in zip(longest, full, strict=True)):
        raise errors.DataLossError(
            None, None, "Attempted to pad to a smaller size than the input element."
        )
    kind = np.asarray(column[0])
    of_strings = isinstance(column[0], bytes) or kind.dtype == object
    result = np.full((len(column), *full), fill, object if of_strings else kind.dtype)
    for row, value in zip(result, column, strict=True) if full else ():
        row[tuple(slice(size) for size in np.shape(value))] = value
    return result if full else stacked(column)
