"""tf.data, in miniature: datasets of tensors, taken element by element."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from minigraph import context, convert, dtypes, errors, nest
from minigraph.arrays import to_array
from minigraph.concrete import ConcreteFunction
from minigraph.dataset_iterators import EagerIterator, GraphIterator
from minigraph.eager import CONTEXT
from minigraph.eager_tensor import HOST, EagerTensor
from minigraph.executor import body_of
from minigraph.polymorphic import function
from minigraph.random_seed import get_seed
from minigraph.tensor import Tensor
from minigraph.tensor_spec import TensorSpec

AUTOTUNE = -1
INFINITE_CARDINALITY, UNKNOWN_CARDINALITY = -1, -2
Parts = list[Any]  # the arrays of one element, flat


class Dataset:
    """A sequence of elements, each a structure of tensors (tf.data.Dataset).

    parts: makes a fresh iterator of flat elements; element_spec: the structure of an element;
    size: the number of elements, or UNKNOWN_CARDINALITY or INFINITE_CARDINALITY.
    """

    def __init__(self, parts: Callable[[], Iterator[Parts]], element_spec: Any, size: int) -> None:
        self._parts = parts
        self.element_spec = element_spec
        self._size = size

    # Sources

    @staticmethod
    def from_tensor_slices(tensors: Any, name: str | None = None) -> Dataset:
        """The slices of tensors along their first dimension; ValueError for different sizes."""
        structure, arrays = _arrays(tensors)
        if not arrays or any(not array.ndim for array in arrays):
            raise ValueError("Unbatching a tensor is only supported for rank >= 1")
        sizes = {len(array) for array in arrays}
        if len(sizes) > 1:
            shown = " and ".join(str(len(array)) for array in arrays[:2])
            raise ValueError(f"Dimensions {shown} are not compatible")
        specs = [TensorSpec(array.shape[1:], dtypes.as_dtype(array.dtype)) for array in arrays]
        return Dataset(
            lambda: ([array[index] for array in arrays] for index in range(len(arrays[0]))),
            nest.pack_sequence_as(structure, specs),
            len(arrays[0]),
        )

    @staticmethod
    def from_tensors(tensors: Any, name: str | None = None) -> Dataset:
        """One element: the tensors."""
        structure, arrays = _arrays(tensors)
        specs = [TensorSpec(array.shape, dtypes.as_dtype(array.dtype)) for array in arrays]
        return Dataset(lambda: iter([arrays]), nest.pack_sequence_as(structure, specs), 1)

    @staticmethod
    def range(*args: int, output_type: Any = dtypes.int64, name: str | None = None) -> Dataset:
        """The numbers that Python's range gives."""
        numbers, kind = range(*args), dtypes.as_dtype(output_type).as_numpy_dtype
        spec = TensorSpec([], output_type)
        return Dataset(lambda: ([kind(number)] for number in numbers), spec, len(numbers))

    @staticmethod
    def zip(*datasets: Any, name: str | None = None) -> Dataset:
        """Elements of several datasets side by side, as long as each has one."""
        structure = datasets[0] if len(datasets) == 1 else tuple(datasets)
        flat = nest.flatten(structure)
        spec = nest.pack_sequence_as(structure, [dataset.element_spec for dataset in flat])
        sizes = [dataset._size for dataset in flat if dataset._size != INFINITE_CARDINALITY]
        return Dataset(
            lambda: (list(itertools.chain(*row)) for row in zip(*(d._parts() for d in flat))),
            spec,
            min(sizes, default=INFINITE_CARDINALITY),
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
        call, spec = self._traced(map_func)
        return Dataset(lambda: (call(parts) for parts in self._parts()), spec, self._size)

    def filter(self, predicate: Callable[..., Any], name: str | None = None) -> Dataset:
        """The elements for which a function, traced once, returns true."""
        keeps, spec = self._traced(predicate)
        if not (isinstance(spec, TensorSpec) and spec.is_compatible_with(TensorSpec([], "bool"))):
            raise ValueError(
                "Invalid `predicate`. `predicate` must return a `tf.bool` scalar tensor, but its "
                f"return type is {spec}."
            )
        return Dataset(
            lambda: (parts for parts in self._parts() if keeps(parts)[0]),
            self.element_spec,
            UNKNOWN_CARDINALITY,
        )

    def _traced(self, python_function: Callable[..., Any]) -> tuple[Callable[[Parts], Parts], Any]:
        spec = self.element_spec
        args = spec if type(spec) is tuple else (spec,)
        with context.eager_mode() if context.switches.eager_execution else _graphless():
            traced: ConcreteFunction = function(python_function).get_concrete_function(*args)
        body, captured = traced.graph, [t._value for t in traced.captured_inputs]
        outputs = nest.map_structure(
            lambda tensor: TensorSpec(tensor.shape, tensor.dtype), traced.structured_outputs
        )
        outputs = tuple(outputs) if isinstance(outputs, list) else outputs
        return lambda parts: list(body_of(body).run(CONTEXT, [*parts, *captured])), outputs

    def batch(
        self,
        batch_size: Any,
        drop_remainder: bool = False,
        num_parallel_calls: int | None = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> Dataset:
        """Consecutive elements stacked, the last batch with what is left."""
        size = _count(batch_size, "BatchDatasetV2", "Batch size must be greater than zero.", 1)

        def parts() -> Iterator[Parts]:
            elements = self._parts()
            while rows := list(itertools.islice(elements, size)):
                if len(rows) == size or not drop_remainder:
                    yield [np.stack(column) for column in zip(*rows, strict=True)]

        first = size if drop_remainder else None
        spec = nest.map_structure(
            lambda one: TensorSpec([first, *one.shape.as_list()], one.dtype), self.element_spec
        )
        rounded = self._size // size if drop_remainder else -(-self._size // size)
        return Dataset(parts, spec, rounded if self._size >= 0 else self._size)

    def shuffle(
        self,
        buffer_size: Any,
        seed: int | None = None,
        reshuffle_each_iteration: bool | None = None,
        name: str | None = None,
    ) -> Dataset:
        """The elements in random order: each drawn from a buffer that the next one refills."""
        text = "buffer_size must be greater than zero or UNKNOWN_CARDINALITY"
        size = _count(buffer_size, "ShuffleDatasetV3", text, 1)
        seeds = get_seed(seed)
        key = None if seeds[0] is None else [abs(int(part or 0)) for part in seeds]
        source = np.random.Generator(np.random.Philox(np.random.SeedSequence(key)))
        fixed = reshuffle_each_iteration is False
        start = source.bit_generator.state

        def parts() -> Iterator[Parts]:
            if fixed:
                source.bit_generator.state = start
            elements = self._parts()
            buffer = list(itertools.islice(elements, size))
            while buffer:
                chosen = int(source.integers(len(buffer)))
                yield buffer[chosen]
                following = next(elements, None)
                if following is None:
                    buffer.pop(chosen)
                else:
                    buffer[chosen] = following

        return Dataset(parts, self.element_spec, self._size)

    def repeat(self, count: Any = None, name: str | None = None) -> Dataset:
        """The elements `count` times over, for ever where it is None or -1."""
        times = -1 if count is None else int(count)

        def parts() -> Iterator[Parts]:
            for _ in itertools.count() if times < 0 else range(times):
                found = False
                for element in self._parts():
                    found = True
                    yield element
                if not found:
                    return

        size = INFINITE_CARDINALITY if times < 0 else self._size * times
        known = times == 0 or self._size > 0
        return Dataset(parts, self.element_spec, size if known else self._size)

    def enumerate(self, start: int = 0, name: str | None = None) -> Dataset:
        """Pairs of a number, counted from `start`, and an element."""
        spec = (TensorSpec([], dtypes.int64), self.element_spec)
        return Dataset(
            lambda: ([np.int64(i), *parts] for i, parts in enumerate(self._parts(), start)),
            spec,
            self._size,
        )

    def take(self, count: Any, name: str | None = None) -> Dataset:
        """The first `count` elements, all where it is negative."""
        number = int(count)
        if number < 0:
            return self
        size = number if self._size == INFINITE_CARDINALITY else min(number, self._size)
        return Dataset(lambda: itertools.islice(self._parts(), number), self.element_spec, size)

    def skip(self, count: Any, name: str | None = None) -> Dataset:
        """The elements after the first `count`."""
        number = int(count)
        if number < 0:
            return self.take(0)
        size = max(0, self._size - number) if self._size >= 0 else self._size
        return Dataset(
            lambda: itertools.islice(self._parts(), number, None), self.element_spec, size
        )

    def prefetch(self, buffer_size: Any, name: str | None = None) -> Dataset:
        """The same elements: minigraph computes them when they are asked for."""
        text = "buffer_size must be >= 0 or set buffer_size to be -1 for auto-tuning"
        _count(buffer_size, "PrefetchDataset", text, -1)
        return Dataset(self._parts, self.element_spec, self._size)

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
    return EagerIterator(dataset) if context.executing_eagerly() else GraphIterator(dataset)


def make_initializable_iterator(dataset: Dataset, shared_name: str | None = None) -> Any:
    """An iterator that its `initializer` starts (tf.compat.v1.data.make_initializable_iterator).

    Raises RuntimeError in eager mode.
    """
    if context.executing_eagerly():
        raise RuntimeError(
            "`make_initializable_iterator()` is not supported in eager mode. Use Python-style "
            "iteration instead."
        )
    return GraphIterator(dataset, shared_name, once=False)


def get_output_types(dataset: Any) -> Any:
    """The dtypes of an element (tf.compat.v1.data.get_output_types)."""
    return nest.map_structure(lambda spec: spec.dtype, dataset.element_spec)


def get_output_shapes(dataset: Any) -> Any:
    """The static shapes of an element (tf.compat.v1.data.get_output_shapes)."""
    return nest.map_structure(lambda spec: spec.shape, dataset.element_spec)


def _arrays(tensors: Any) -> tuple[Any, list[Any]]:
    """The structure of a dataset's source and its arrays; a list becomes one tensor."""

    def as_array(item: Any) -> Any:
        if isinstance(item, EagerTensor):
            return item._constant
        if isinstance(item, Tensor):
            raise NotImplementedError(
                f"A dataset of minigraph cannot hold {item}, whose value only a run knows. Make it "
                "of arrays, or feed each batch by the feed_dict of its run."
            )
        return np.asarray(to_array(item))

    structure = _lists_as_leaves(tensors)
    flat = [as_array(item.value) for item in nest.flatten(structure)]
    return structure, flat


def _count(value: Any, op_type: str, text: str, least: int) -> int:
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


def _graphless() -> Any:
    from minigraph.graph import Graph

    return Graph().as_default()
