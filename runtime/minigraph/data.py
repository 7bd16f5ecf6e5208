"""tf.data, in miniature: datasets of tensors, taken element by element."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from minigraph import context, convert, dtypes, errors, nest
from minigraph.arrays import to_array
from minigraph.concrete import ConcreteFunction
from minigraph.dataset_iterators import EagerIterator, Elements, GraphIterator, structure
from minigraph.dataset_sources import Source, Values, sources_of, stacked, whole_number
from minigraph.eager import CONTEXT
from minigraph.eager_tensor import EagerTensor
from minigraph.executor import body_of
from minigraph.polymorphic import function
from minigraph.random_seed import get_seed
from minigraph.tensor import Tensor
from minigraph.tensor_spec import TensorSpec

AUTOTUNE = -1
INFINITE_CARDINALITY, UNKNOWN_CARDINALITY = -1, -2
Parts = list[Any]  # the arrays of one element, flat


class Dataset(Elements):
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
        parts: Callable[[Values], Iterator[Parts]],
        element_spec: Any,
        size: int,
        sources: Sequence[Any] = (),
    ) -> Dataset:
        return Dataset(parts, element_spec, size, [*self._sources, *sources])

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
        return Dataset(parts, spec, size, [s for array in arrays for s in array.sources])

    @staticmethod
    def from_tensors(tensors: Any, name: str | None = None) -> Dataset:
        """One element: the tensors."""
        structure, arrays = sources_of(tensors)
        spec = nest.pack_sequence_as(structure, [TensorSpec(a.shape, a.dtype) for a in arrays])
        sources = [s for array in arrays for s in array.sources]
        return Dataset(lambda v: iter([[a.of(v) for a in arrays]]), spec, 1, sources)

    @staticmethod
    def range(*args: int, output_type: Any = dtypes.int64, name: str | None = None) -> Dataset:
        """The numbers that Python's range gives."""
        numbers, kind = range(*args), dtypes.as_dtype(output_type).as_numpy_dtype
        spec = TensorSpec([], output_type)
        return Dataset(lambda _: ([kind(number)] for number in numbers), spec, len(numbers))

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

        return Dataset(parts, spec, UNKNOWN_CARDINALITY)

    @staticmethod
    def zip(*datasets: Any, name: str | None = None) -> Dataset:
        """Elements of several datasets side by side, as long as each has one."""
        structure = datasets[0] if len(datasets) == 1 else tuple(datasets)
        flat = nest.flatten(structure)
        spec = nest.pack_sequence_as(structure, [dataset.element_spec for dataset in flat])
        sizes = [dataset._size for dataset in flat if dataset._size != INFINITE_CARDINALITY]
        return Dataset(
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
        return self._then(
            lambda v: (call(parts, v) for parts in self._parts(v)), spec, self._size, sources
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
        outputs = nest.map_structure(
            lambda tensor: TensorSpec(tensor.shape, tensor.dtype), traced.structured_outputs
        )
        outputs = tuple(outputs) if isinstance(outputs, list) else outputs

        def call(parts: Parts, values: Values) -> Parts:
            given = [*parts, *(source.of(values) for source in captured)]
            return list(body_of(body).run(CONTEXT, given))

        return call, outputs, [s for source in captured for s in source.sources]

    def batch(
        self,
        batch_size: Any,
        drop_remainder: bool = False,
        num_parallel_calls: int | None = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> Dataset:
        """Consecutive elements stacked, the last batch with what is left."""
        text = "Batch size must be greater than zero."
        given = isinstance(batch_size, Tensor) and not isinstance(batch_size, EagerTensor)
        size = None if given else whole_number(batch_size, "BatchDatasetV2", text, 1)

        def parts(v: Values) -> Iterator[Parts]:
            elements = self._parts(v)
            size = int(v[id(batch_size)]) if given else int(batch_size)
            if size < 1:
                raise errors.InvalidArgumentError(None, None, text)
            while rows := list(itertools.islice(elements, size)):
                if len(rows) == size or not drop_remainder:
                    yield [stacked(column) for column in zip(*rows, strict=True)]

        first = size if drop_remainder else None
        spec = nest.map_structure(
            lambda one: TensorSpec([first, *one.shape.as_list()], one.dtype), self.element_spec
        )
        count = self._size
        if count >= 0:
            count = UNKNOWN_CARDINALITY if size is None else -(-count // size)
            count -= bool(drop_remainder and size and self._size % size)
        return self._then(parts, spec, count, [batch_size] if given else [])

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

        return self._then(parts, self.element_spec, self._size)

    def repeat(self, count: Any = None, name: str | None = None) -> Dataset:
        """The elements `count` times over, for ever where it is None or -1."""
        times = -1 if count is None else int(count)

        def parts(v: Values) -> Iterator[Parts]:
            for _ in itertools.count() if times < 0 else range(times):
                found = False
                for element in self._parts(v):
                    found = True
                    yield element
                if not found:
                    return

        size = INFINITE_CARDINALITY if times < 0 else self._size * times
        known = times == 0 or self._size > 0
        return self._then(parts, self.element_spec, size if known else self._size)

    def enumerate(self, start: int = 0, name: str | None = None) -> Dataset:
        """Pairs of a number, counted from `start`, and an element."""
        spec = (TensorSpec([], dtypes.int64), self.element_spec)
        return self._then(
            lambda v: ([np.int64(i), *parts] for i, parts in enumerate(self._parts(v), start)),
            spec,
            self._size,
        )

    def take(self, count: Any, name: str | None = None) -> Dataset:
        """The first `count` elements, all where it is negative."""
        number = int(count)
        if number < 0:
            return self
        size = number if self._size == INFINITE_CARDINALITY else min(number, self._size)
        return self._then(
            lambda v: itertools.islice(self._parts(v), number), self.element_spec, size
        )

    def skip(self, count: Any, name: str | None = None) -> Dataset:
        """The elements after the first `count`."""
        number = int(count)
        if number < 0:
            return self.take(0)
        size = max(0, self._size - number) if self._size >= 0 else self._size
        return self._then(
            lambda v: itertools.islice(self._parts(v), number, None), self.element_spec, size
        )

    def prefetch(self, buffer_size: Any, name: str | None = None) -> Dataset:
        """The same elements: minigraph computes them when they are asked for."""
        text = "buffer_size must be >= 0 or set buffer_size to be -1 for auto-tuning"
        whole_number(buffer_size, "PrefetchDataset", text, -1)
        return self._then(self._parts, self.element_spec, self._size)

    def concatenate(self, dataset: Dataset, name: str | None = None) -> Dataset:
        """The elements of this one, then those of another."""
        known = min(self._size, dataset._size)
        return self._then(
            lambda v: itertools.chain(self._parts(v), dataset._parts(v)),
            self.element_spec,
            self._size + dataset._size if known >= 0 else known,
            dataset._sources,
        )

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
        return f"<_Dataset element_spec={self.element_spec!r}>"


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
