"""Input pipelines of queues: producers of elements and batches of them (tf.train.batch, ...)."""

from __future__ import annotations

from typing import Any

from minigraph import context, convert, default_graph, dtypes, errors
from minigraph.default_graph import name_scope
from minigraph.graph_keys import GraphKeys
from minigraph.ops import array, comparison, debug, gathering, random, sequences
from minigraph.ops.files import matching_files
from minigraph.ops.queues import FIFOQueue, PaddingFIFOQueue, RandomShuffleQueue
from minigraph.shapes import TensorShape
from minigraph.tensor import Tensor
from minigraph.train.queue_runner import QueueRunner, add_queue_runner
from minigraph.variables.reference import VariableV1

_EAGER = (
    "Input pipelines based on Queues are not supported when eager execution is enabled. Please use "
    "tf.data to ingest data into your model instead."
)


def match_filenames_once(pattern: Any, name: str | None = None) -> Any:
    """A local variable with the names of the files that match (tf.train.match_filenames_once)."""
    with name_scope(name, "matching_filenames", [pattern]) as scope:
        return VariableV1(
            matching_files(pattern),
            trainable=False,
            collections=[GraphKeys.LOCAL_VARIABLES],
            validate_shape=False,
            name=scope,
        )


def limit_epochs(tensor: Any, num_epochs: int | None = None, name: str | None = None) -> Any:
    """`tensor`, which can be computed `num_epochs` times (tf.train.limit_epochs).

    Counts in a local variable; then OutOfRangeError.
    """
    if num_epochs is None:
        return tensor
    if num_epochs <= 0:
        raise ValueError(f"num_epochs must be > 0 not {num_epochs}.")
    with name_scope(name, "limit_epochs", [tensor]) as scope:
        zero = convert.constant(0, dtypes.int64)
        epochs: Any = VariableV1(
            zero, trainable=False, collections=[GraphKeys.LOCAL_VARIABLES], name="epochs"
        )
        with default_graph.control_dependencies([epochs.count_up_to(num_epochs)]):
            return array.identity(tensor, name=scope)


@errors.hinted
def input_producer(
    input_tensor: Any,
    element_shape: Any = None,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
    cancel_op: Any = None,
) -> FIFOQueue:
    """A queue that a runner fills with the rows of a tensor (tf.train.input_producer).

    Raises ValueError where the shape of a row is not known.
    """
    if context.executing_eagerly():
        raise RuntimeError(_EAGER)
    with name_scope(name, "input_producer", [input_tensor]):
        rows = convert.convert_to_tensor(input_tensor, name="input_tensor")
        element_shape = rows.shape[1:].merge_with(element_shape)
        if not element_shape.is_fully_defined():
            raise ValueError(
                "Either `input_tensor` must have a fully defined shape or `element_shape` must be "
                "specified"
            )
        if shuffle:
            rows = random.random_shuffle(rows, seed=seed)
        rows = limit_epochs(rows, num_epochs)
        queue = FIFOQueue(
            capacity,
            [rows.dtype.base_dtype],
            [element_shape],
            shared_name=shared_name,
            name=name or "FIFOQueueV2",
        )
        add_queue_runner(QueueRunner(queue, [queue.enqueue_many([rows])], cancel_op=cancel_op))
        return queue


def string_input_producer(
    string_tensor: Any,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
    cancel_op: Any = None,
) -> FIFOQueue:
    """A queue of strings, such as file names (tf.train.string_input_producer).

    Raises ValueError for an empty list.
    """
    error = "string_input_producer requires a non-null input tensor"
    if not isinstance(string_tensor, Tensor) and not string_tensor:
        raise ValueError(error)
    with name_scope(name, "input_producer", [string_tensor]) as scope:
        strings = convert.convert_to_tensor(string_tensor, dtypes.string)
        some = debug.Assert(comparison.greater(array.size(strings), 0), [error])
        with default_graph.control_dependencies([some]):
            strings = array.identity(strings)
        return input_producer(
            strings, [], num_epochs, shuffle, seed, capacity, shared_name, scope, cancel_op
        )


def range_input_producer(
    limit: Any,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
) -> FIFOQueue:
    """A queue of the integers below `limit` (tf.train.range_input_producer)."""
    with name_scope(name, "input_producer", [limit]) as scope:
        return input_producer(
            sequences.range(limit), [], num_epochs, shuffle, seed, capacity, shared_name, scope
        )


def slice_input_producer(
    tensor_list: Any,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
) -> list[Any]:
    """One row of each tensor, together, another in each run (tf.train.slice_input_producer)."""
    with name_scope(name, "input_producer", tensor_list):
        tensors = [convert.convert_to_tensor(tensor) for tensor in tensor_list]
        if not tensors:
            raise ValueError("Expected at least one tensor in slice_input_producer().")
        count = array.shape(tensors[0])[0]
        queue = range_input_producer(count, num_epochs, shuffle, seed, capacity, shared_name)
        index = queue.dequeue()
        return [gathering.gather(tensor, index) for tensor in tensors]


def batch(
    tensors: Any,
    batch_size: Any,
    num_threads: int = 1,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Any = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Batches of the values that `tensors` have run by run, in order (tf.train.batch).

    tensors: list or dict of them, which the result is like.
    enqueue_many: whether each value is a batch already, of elements.
    """
    make = _in_order(capacity, dynamic_pad, shared_name)
    form = (enqueue_many, shapes, allow_smaller_final_batch)
    return _batched("batch", make, [tensors], batch_size, num_threads, name, *form)


def batch_join(
    tensors_list: Any,
    batch_size: Any,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Any = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """As `batch` of several lists or dicts of tensors, with a thread each (tf.train.batch_join)."""
    make = _in_order(capacity, dynamic_pad, shared_name)
    form = (enqueue_many, shapes, allow_smaller_final_batch)
    return _batched("batch_join", make, tensors_list, batch_size, 1, name, *form)


def _in_order(capacity: int, dynamic_pad: bool, shared_name: str | None) -> Any:
    kind: Any = PaddingFIFOQueue if dynamic_pad else FIFOQueue
    return lambda types, known: kind(capacity, types, known, shared_name=shared_name)


def shuffle_batch(
    tensors: Any,
    batch_size: Any,
    capacity: int,
    min_after_dequeue: int,
    num_threads: int = 1,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Any = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Batches of the values that `tensors` have run by run, shuffled (tf.train.shuffle_batch).

    min_after_dequeue: how many elements stay behind, for the order to be random.
    """
    make = _shuffled(capacity, min_after_dequeue, seed, shared_name)
    form = (enqueue_many, shapes, allow_smaller_final_batch)
    return _batched("shuffle_batch", make, [tensors], batch_size, num_threads, name, *form)


def shuffle_batch_join(
    tensors_list: Any,
    batch_size: Any,
    capacity: int,
    min_after_dequeue: int,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Any = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """As `batch_join`, shuffled (tf.train.shuffle_batch_join)."""
    make = _shuffled(capacity, min_after_dequeue, seed, shared_name)
    form = (enqueue_many, shapes, allow_smaller_final_batch)
    return _batched("shuffle_batch_join", make, tensors_list, batch_size, 1, name, *form)


def _shuffled(capacity: int, reserve: int, seed: int | None, shared_name: str | None) -> Any:
    def make(types: Any, known: Any) -> Any:
        if capacity <= reserve:
            raise ValueError(
                f"capacity {capacity} must be bigger than min_after_dequeue {reserve}."
            )
        return RandomShuffleQueue(
            capacity, reserve, types, known, seed=seed, shared_name=shared_name
        )

    return make


@errors.hinted
def _batched(
    what: str,
    make: Any,
    given: Any,
    batch_size: Any,
    threads: int,
    name: str | None,
    many: bool,
    shapes: Any,
    smaller: bool,
) -> Any:
    """Batches of what several lists or dicts of tensors give, each in so many threads."""
    if context.executing_eagerly():
        raise ValueError(_EAGER)
    if not given:
        raise ValueError("Expected at least one set of tensors")
    keys = sorted(given[0], key=str) if isinstance(given[0], dict) else None
    lists = [list(one) if keys is None else [one[key] for key in keys] for one in given]
    with name_scope(name, what, [value for values in lists for value in values]) as scope:
        first, *others = [[convert.convert_to_tensor(v) for v in values] for values in lists]
        if not first:
            raise ValueError("Expected at least one tensor in batch().")
        lists = [first, *(other[: len(first)] for other in others)]
        types = [tensor.dtype.base_dtype for tensor in first]
        for other in lists:
            if (found := [tensor.dtype.base_dtype for tensor in other]) != types:
                names = [", ".join(dtype.name for dtype in kinds) for kinds in (types, found)]
                raise TypeError(f"Expected types to be consistent: {names[0]} vs. {names[1]}.")
        if shapes is None:
            shapes = [_element_shape(tensors, many) for tensors in zip(*lists)]
        queue = make(types, shapes)
        enqueue = queue.enqueue_many if many else queue.enqueue
        add_queue_runner(QueueRunner(queue, [enqueue(tensors) for tensors in lists] * threads))
        take = queue.dequeue_up_to if smaller else queue.dequeue_many
        taken = take(batch_size, name=scope)
    if keys is None:
        return taken
    return dict(zip(keys, taken if len(keys) > 1 else [taken], strict=True))


def _element_shape(tensors: Any, many: bool) -> TensorShape:
    for tensor in tensors:
        if tensor.shape.rank is None:
            raise ValueError(f"Cannot infer Tensor's rank: {tensor}")
    known = [tensor.shape.with_rank_at_least(1)[1:] if many else tensor.shape for tensor in tensors]
    for shape in known[1:]:
        known[0].merge_with(shape)
    return known[0]  # type: ignore[no-any-return]
