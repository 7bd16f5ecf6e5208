"""tf.data, in miniature: datasets of tensors, taken element by element."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np

from minigraph import context, convert, dtypes, errors, nest
from minigraph.arrays import to_array
from minigraph.concrete import ConcreteFunction
from minigraph.dataset_combining import (
    INFINITE_CARDINALITY,
    UNKNOWN_CARDINALITY,
    Combining,
    Parts,
    number_of,
)
from minigraph.dataset_iterators import EagerIterator, GraphIterator, structure
from minigraph.dataset_sources import Source, Values, sources_of, whole_number
from minigraph.eager import CONTEXT
from minigraph.executor import body_of
from minigraph.polymorphic import function
from minigraph.random_seed import get_seed
from minigraph.tensor import Tensor
from minigraph.tensor_spec import TensorSpec

AUTOTUNE = -1


class Dataset(Combining):
    """A sequence of elements, each a structure of tensors (tf.data.Dataset).

    parts: makes a fresh iterator of flat elements, given the values of `sources`, by id; sources:
    tensors of a graph that it is made of; element_spec: the structure of an element; size: the
    number of elements, or UNKNOWN_CARDINALITY or INFINITE_CARDINALITY.
    """

    def __init__(
        self,
        parts: Callable[[Values], Iterator[Parts]],
        element_spec: Any,
        size: int,
        sources: Sequence[Any] = (),
    ) -> None:
        self._parts = parts
        self.element_spec = element_spec
        self._size = size
        self._sources = list(sources)

    def _then(
        self,
        kind: str,
        parts: Callable[[Values], Iterator[Parts]],
        element_spec: Any,
        size: int,
        sources: Sequence[Any] = (),
    ) -> Dataset:
        return _named(kind)(parts, element_spec, size, [*self._sources, *sources])

    # Sources

    @staticmethod
    def from_tensor_slices(tensors: Any, name: str | None = None) -> Dataset:
        """The slices of tensors along their first dimension; ValueError for different sizes."""
        structure, arrays = sources_of(tensors)
        if not arrays or any(array.ndim == 0 for array in arrays):
            raise ValueError("Unbatching a tensor is only supported for rank >= 1")
        sizes = {array.shape[0] for array in arrays} - {None}
        if len(sizes) > 1:
            shown = " and ".join(str(array.shape[0]) for array in arrays[:2])
            raise ValueError(f"Dimensions {shown} are not compatible")

        def parts(values: Values) -> Iterator[Parts]:
            found = [array.of(values) for array in arrays]
            if any(len(array) != len(found[0]) for array in found):
                text = "All components must have the same size in the 0th dimension"
                raise errors.InvalidArgumentError(None, None, text)
            return ([array[index] for array in found] for index in range(len(found[0])))

        specs = [TensorSpec(array.shape[1:], array.dtype) for array in arrays]
        size = next(iter(sizes), UNKNOWN_CARDINALITY)
        spec = nest.pack_sequence_as(structure, specs)
        return _named("TensorSlice")(
            parts, spec, size, [s for array in arrays for s in array.sources]
        )

    @staticmethod
    def from_tensors(tensors: Any, name: str | None = None) -> Dataset:
        """One element: the tensors."""
        structure, arrays = sources_of(tensors)
        spec = nest.pack_sequence_as(structure, [TensorSpec(a.shape, a.dtype) for a in arrays])
        sources = [s for array in arrays for s in array.sources]
        return _named("Tensor")(lambda v: iter([[a.of(v) for a in arrays]]), spec, 1, sources)

    @staticmethod
    def range(*args: int, output_type: Any = dtypes.int64, name: str | None = None) -> Dataset:
        """The numbers that Python's range gives."""
        numbers, kind = range(*args), dtypes.as_dtype(output_type).as_numpy_dtype
        spec = TensorSpec([], output_type)
        return _named("Range")(lambda _: ([kind(number)] for number in numbers), spec, len(numbers))

    @staticmethod
    def from_generator(
        generator: Callable[..., Any],
        output_types: Any = None,
        output_shapes: Any = None,
        args: Any = (),
        output_signature: Any = None,
        name: str | None = None,
    ) -> Dataset:
        """What Python's iterator `generator(*args)` gives; TypeError where it cannot be called."""
        if not callable(generator):
            raise TypeError("`generator` must be a Python callable.")
        spec = output_signature
        if spec is None:
            spec = structure(output_types, output_shapes)
        flat = nest.flatten(spec)

        def parts(v: Values) -> Iterator[Parts]:
            for element in generator(*args):
                found = nest.flatten_up_to(spec, element)
                yield [np.asarray(to_array(x, s.dtype))[()] for x, s in zip(found, flat)]

        return _named("FlatMap")(parts, spec, UNKNOWN_CARDINALITY)

    @staticmethod
    def zip(*datasets: Any, name: str | None = None) -> Dataset:
        """Elements of several datasets side by side, as long as each has one."""
        structure = datasets[0] if len(datasets) == 1 else tuple(datasets)
        flat = nest.flatten(structure)
        spec = nest.pack_sequence_as(structure, [dataset.element_spec for dataset in flat])
        sizes = [dataset._size for dataset in flat if dataset._size != INFINITE_CARDINALITY]
        return _named("Zip")(
            lambda v: (list(itertools.chain(*row)) for row in zip(*(d._parts(v) for d in flat))),
            spec,
            min(sizes, default=INFINITE_CARDINALITY),
            [source for dataset in flat for source in dataset._sources],
        )

    # Transformations

    def map(
        self,
        map_func: Callable[..., Any],
        num_parallel_calls: int | None = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> Dataset:
        """What a function, traced once, makes of each element."""
        if not callable(map_func):
            raise ValueError(
                f"Argument `func` must be a callable. Received func={map_func} (of type "
                f"{type(map_func)})"
            )
        call, spec, sources = self._traced(map_func)
        kind = "Map" if num_parallel_calls is None else "ParallelMap"
        return self._then(
            kind, lambda v: (call(parts, v) for parts in self._parts(v)), spec, self._size, sources
        )

    def filter(self, predicate: Callable[..., Any], name: str | None = None) -> Dataset:
        """The elements for which a function, traced once, returns true."""
        keeps, spec, sources = self._traced(predicate)
        if not (isinstance(spec, TensorSpec) and spec.is_compatible_with(TensorSpec([], "bool"))):
            raise ValueError(
                "Invalid `predicate`. `predicate` must return a `tf.bool` scalar tensor, but its "
                f"return type is {spec}."
            )
        return self._then(
            "Filter",
            lambda v: (parts for parts in self._parts(v) if keeps(parts, v)[0]),
            self.element_spec,
            UNKNOWN_CARDINALITY,
            sources,
        )

    def _traced(
        self, python_function: Callable[..., Any]
    ) -> tuple[Callable[[Parts, Values], Parts], Any, list[Any]]:
        """The function on flat elements, the structure of what it returns, what it captures."""
        spec = self.element_spec
        args = spec if type(spec) is tuple else (spec,)
        traced: ConcreteFunction = function(python_function).get_concrete_function(*args)
        body, captured = traced.graph, [Source.of_tensor(t) for t in traced.captured_inputs]
        outputs = nest.map_structure(_spec_of, traced.structured_outputs)
        outputs = tuple(outputs) if isinstance(outputs, list) else outputs

        def call(parts: Parts, values: Values) -> Parts:
            given = [*parts, *(source.of(values) for source in captured)]
            return list(body_of(body).run(CONTEXT, given))

        return call, outputs, [s for source in captured for s in source.sources]

    def shuffle(
        self,
        buffer_size: Any,
        seed: int | None = None,
        reshuffle_each_iteration: bool | None = None,
        name: str | None = None,
    ) -> Dataset:
        """The elements in random order: each drawn from a buffer that the next one refills."""
        text = "buffer_size must be greater than zero or UNKNOWN_CARDINALITY"
        size = whole_number(buffer_size, "ShuffleDatasetV3", text, 1)
        seeds = get_seed(seed)
        key = None if seeds[0] is None else [abs(int(part or 0)) for part in seeds]
        source = np.random.Generator(np.random.Philox(np.random.SeedSequence(key)))
        fixed = reshuffle_each_iteration is False
        start = source.bit_generator.state

        def parts(v: Values) -> Iterator[Parts]:
            if fixed:
                source.bit_generator.state = start
            elements = self._parts(v)
            buffer = list(itertools.islice(elements, size))
            while buffer:
                chosen = int(source.integers(len(buffer)))
                yield buffer[chosen]
                following = next(elements, None)
                if following is None:
                    buffer.pop(chosen)
                else:
                    buffer[chosen] = following

        return self._then("Shuffle", parts, self.element_spec, self._size)

    def enumerate(self, start: int = 0, name: str | None = None) -> Dataset:
        """Pairs of a number, counted from `start`, and an element."""
        spec = (TensorSpec([], dtypes.int64), self.element_spec)
        return self._then(
            "Zip",
            lambda v: ([np.int64(i), *parts] for i, parts in enumerate(self._parts(v), start)),
            spec,
            self._size,
        )

    def take(self, count: Any, name: str | None = None) -> Dataset:
        """The first `count` elements, all where it is negative."""
        known, number, sources = number_of(count)

        def parts(v: Values) -> Iterator[Parts]:
            end = number(v)
            return itertools.islice(self._parts(v), end if end >= 0 else None)

        size = self._size
        if known is None:
            size = UNKNOWN_CARDINALITY
        elif known >= 0:
            size = known if size == INFINITE_CARDINALITY else min(known, size)
        return self._then("Take", parts, self.element_spec, size, sources)

    def skip(self, count: Any, name: str | None = None) -> Dataset:
        """The elements after the first `count`, none where it is negative."""
        known, number, sources = number_of(count)

        def parts(v: Values) -> Iterator[Parts]:
            start = number(v)
            return itertools.islice(self._parts(v), max(start, 0), None if start >= 0 else 0)

        size = self._size
        if known is None:
            size = UNKNOWN_CARDINALITY
        elif known < 0:
            size = 0
        elif size >= 0:
            size = max(0, size - known)
        return self._then("Skip", parts, self.element_spec, size, sources)

    def shard(self, num_shards: int, index: int, name: str | None = None) -> Dataset:
        """Every `num_shards`-th element, from number `index` on."""
        size = -(-max(0, self._size - index) // num_shards) if self._size >= 0 else self._size

        def parts(v: Values) -> Iterator[Parts]:
            if not 0 <= index < num_shards:
                text = f"index must be between 0 and {num_shards - 1} (currently index = {index})."
                raise errors.InvalidArgumentError(None, None, text)
            return itertools.islice(self._parts(v), index, None, num_shards)

        return self._then("Shard", parts, self.element_spec, size)

    def cache(self, filename: str = "", name: str | None = None) -> Dataset:
        """The same elements, computed once; NotImplementedError for a file to keep them in."""
        if filename:
            raise NotImplementedError("minigraph caches in memory: leave out `filename`")
        kept: list[Parts] = []

        def parts(v: Values) -> Iterator[Parts]:
            if kept:
                yield from kept
                return
            seen = []
            for element in self._parts(v):
                seen.append(element)
                yield element
            kept[:] = seen

        return self._then("Cache", parts, self.element_spec, self._size)

    def prefetch(self, buffer_size: Any, name: str | None = None) -> Dataset:
        """The same elements: minigraph computes them when they are asked for."""
        text = "buffer_size must be >= 0 or set buffer_size to be -1 for auto-tuning"
        whole_number(buffer_size, "PrefetchDataset", text, -1)
        return self._then("Prefetch", self._parts, self.element_spec, self._size)

    def apply(self, transformation_func: Callable[[Dataset], Any]) -> Any:
        """What a function of the dataset returns."""
        return transformation_func(self)

    # Taking elements

    def __iter__(self) -> EagerIterator:
        if not context.executing_eagerly():
            raise RuntimeError(
                "`tf.data.Dataset` only supports Python-style iteration in eager mode or within "
                "tf.function."
            )
        return EagerIterator(self)

    def make_one_shot_iterator(self) -> Any:
        """An iterator that needs no initialization (TensorFlow 1)."""
        return make_one_shot_iterator(self)

    def make_initializable_iterator(self, shared_name: str | None = None) -> Any:
        """An iterator that its `initializer` starts (TensorFlow 1)."""
        return make_initializable_iterator(self, shared_name)

    def as_numpy_iterator(self) -> Iterator[Any]:
        """The elements as NumPy arrays and scalars."""
        return (nest.map_structure(lambda tensor: tensor.numpy(), element) for element in self)

    def cardinality(self, name: str | None = None) -> Any:
        """The number of elements as a tensor; -1 for infinitely many, -2 for unknown."""
        return convert.constant(self._size, dtypes.int64)

    def __len__(self) -> int:
        if self._size < 0:
            infinite = self._size == INFINITE_CARDINALITY
            raise TypeError(
                "The dataset is infinite." if infinite else "The dataset length is unknown."
            )
        return self._size

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        return f"<{type(self).__name__} element_spec={self.element_spec!r}>"


def _spec_of(tensor: Any) -> TensorSpec:
    """What is known of a part of an element; NotImplementedError for several tensors in one."""
    if not isinstance(tensor, Tensor):
        raise NotImplementedError(
            "The datasets of minigraph hold tensors, and the function returned a "
            f"{type(tensor).__name__}: return a tensor instead, of a SparseTensor "
            "tf.sparse_tensor_to_dense(...)."
        )
    return TensorSpec(tensor.shape, tensor.dtype)


@cache
def _named(kind: str) -> type[Dataset]:
    """The class that a dataset shows: TensorFlow has one for each way to make it."""
    return type(f"{'' if kind == 'Cache' else '_'}{kind}Dataset", (Dataset,), {})


def make_one_shot_iterator(dataset: Dataset) -> Any:
    """An iterator that needs no initialization (tf.compat.v1.data.make_one_shot_iterator)."""
    return EagerIterator(dataset) if context.executing_eagerly() else GraphIterator.once(dataset)


def make_initializable_iterator(dataset: Dataset, shared_name: str | None = None) -> Any:
    """An iterator that its `initializer` starts (tf.compat.v1.data.make_initializable_iterator).

    Raises RuntimeError in eager mode.
    """
    if context.executing_eagerly():
        raise RuntimeError(
            "`make_initializable_iterator()` is not supported in eager mode. Use Python-style "
            "iteration instead."
        )
    return GraphIterator.initializable(dataset, shared_name)


def get_output_types(dataset: Any) -> Any:
    """The dtypes of an element (tf.compat.v1.data.get_output_types)."""
    return dataset.output_types


def get_output_shapes(dataset: Any) -> Any:
    """The static shapes of an element (tf.compat.v1.data.get_output_shapes)."""
    return dataset.output_shapes
