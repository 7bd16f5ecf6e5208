"""Queues: tensors that wait between runs (tf.FIFOQueue and its relatives)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

import numpy as np

from minigraph import context, convert, dtypes, inference, shapes
from minigraph.default_graph import name_scope
from minigraph.dimension import Dimension
from minigraph.opdef import Attr, Node, OpDef, register
from minigraph.ops import gathering, packing, shape_rules
from minigraph.ops.refusal import refusal
from minigraph.queue_resource import UNSHARED, PaddingQueue, QueueResource, ShuffleQueue
from minigraph.random_seed import get_seed
from minigraph.registry import OpBuilder
from minigraph.shapes import TensorShape


def find_resource(ctx: Any, node: Any, make: Any) -> Any:
    """What belongs to a node: the session's own, or shared by the name that its attributes say."""
    names = (node.attrs[name] for name in ("container", "shared_name"))
    container, shared = (name.decode() if isinstance(name, bytes) else name for name in names)
    if shared:
        return ctx.resources.get_or_create(container, shared, lambda: make(shared), node)
    # A queue without a shared name is the session's own, also where a server runs the session.
    return ctx.resources.get_or_create(UNSHARED, node.name, lambda: make(node.name))


def _maker(kind: type[QueueResource]) -> Any:
    def kernel(ctx: Any, *, node: Node) -> Any:
        attrs = node.attrs
        reserve, capacity = attrs.get("min_after_dequeue", 0), attrs["capacity"]
        seeds = attrs.get("seed", 0), attrs.get("seed2", 0)

        def make(name: str) -> QueueResource:
            if kind is ShuffleQueue and reserve < 0:
                raise refusal(f"min_after_dequeue {reserve} must be >= 0")
            if kind is ShuffleQueue and 0 <= capacity <= reserve:
                raise refusal(f"min_after_dequeue {reserve} must be < capacity {capacity}")
            types = attrs["component_types"]
            return kind(name, types, attrs["shapes"], capacity, reserve, seeds, node)

        queue = find_resource(ctx, node, make)
        if queue.made_by is not node:
            queue.check_shared(node, make(queue.shared_name))
        return queue

    return kernel


_TYPES = Attr("component_types", "list(type)", minimum=1)
_SHAPES = Attr("shapes", "list(shape)", [])
_COMMON = {"capacity": -1, "container": "", "shared_name": ""}
_SEEDS = {"min_after_dequeue": 0, "seed": 0, "seed2": 0}


def _queue_op(name: str, kind: type[QueueResource], **attrs: Any) -> OpBuilder:
    declared = {"component_types": _TYPES, "shapes": _SHAPES, **_COMMON, **attrs}
    return OpBuilder(
        register(
            OpDef(
                name,
                "-> handle: resource",
                _maker(kind),
                attrs=declared,
                shape=shape_rules.scalar,
                stateful=True,
            )
        )
    )


_fifo_queue = _queue_op("FIFOQueueV2", QueueResource)
_padding_queue = _queue_op("PaddingFIFOQueueV2", PaddingQueue)
_shuffle_queue = _queue_op("RandomShuffleQueueV2", ShuffleQueue, **_SEEDS)


def _signature(node: Any) -> str:
    return ", ".join(tensor.dtype.name for tensor in node.inputs)


def _enqueue_kernel(ctx: Any, handle: Any, *components: Any, node: Node) -> Any:
    handle.check(components, _signature(node))
    handle.enqueue([tuple(map(_kept, components))], ctx.cancellation)
    return ()


def _enqueue_many_kernel(ctx: Any, handle: Any, *components: Any, node: Node) -> Any:
    handle.check_batch(components, _signature(node))
    elements = zip(*components, strict=True)
    handle.enqueue([tuple(map(_kept, element)) for element in elements], ctx.cancellation)
    return ()


def _kept(value: Any) -> Any:
    # An element of an array of strings is bytes, which NumPy would cut at the end.
    if isinstance(value, bytes):
        return np.array(value, object)
    return value.copy() if isinstance(value, np.ndarray) else value


def _dequeue_kernel(ctx: Any, handle: Any) -> Any:
    return list(handle.dequeue(1, ctx.cancellation)[0])


def _dequeue_many_kernel(ctx: Any, handle: Any, n: Any, *, node: Node) -> Any:
    if n < 0:
        name = node.type.removeprefix("Queue").removesuffix("V2")
        raise refusal(f"{name}Op requested {int(n)} < 0 elements")
    return handle.dequeue_many(int(n), ctx.cancellation, node.type == "QueueDequeueUpToV2")


def _close_kernel(ctx: Any, handle: Any, *, cancel_pending_enqueues: bool = False) -> Any:
    handle.close(cancel_pending_enqueues, ctx.cancellation)
    return ()


def _unknown_components(c: Any) -> Any:
    if c.op.type == "QueueDequeueManyV2":
        n = c.constant(1)
        if n is not None and n < 0:
            raise ValueError(f"Input 'n' must be >= 0, but is {n}")
    return [None] * len(c.attrs["component_types"])


def _use(
    name: str, signature: str, kernel: Any, shape: Any, lists: str = "", waits: bool = False
) -> OpBuilder:
    """An op on a queue; with `lists`, the attribute of its component types, one that may wait."""
    moves: dict[str, Any] = {"attrs": {"timeout_ms": -1}, "minimum": {lists: 1}} if lists else {}
    moves["blocking"] = "wait" if lists or waits else ""
    signature = f"handle: resource{signature}"
    return OpBuilder(register(OpDef(name, signature, kernel, shape=shape, stateful=True, **moves)))


_IN, _IN_TYPES = ", components: list(Tcomponents) ->", "Tcomponents"
_OUT, _OUT_TYPES = " -> components: list(component_types)", "component_types"
_NONE, _SCALAR = shape_rules.no_outputs, shape_rules.scalar
_enqueue = _use("QueueEnqueueV2", _IN, _enqueue_kernel, _NONE, _IN_TYPES)
_enqueue_many = _use("QueueEnqueueManyV2", _IN, _enqueue_many_kernel, _NONE, _IN_TYPES)
_dequeue = _use("QueueDequeueV2", _OUT, _dequeue_kernel, _unknown_components, _OUT_TYPES)
_dequeue_many, _dequeue_up_to = (
    _use(name, f", n: int32{_OUT}", _dequeue_many_kernel, _unknown_components, _OUT_TYPES)
    for name in ("QueueDequeueManyV2", "QueueDequeueUpToV2")
)
_close = _use("QueueCloseV2", " ->", _close_kernel, _NONE, waits=True)
_size = _use("QueueSizeV2", " -> size: int32", lambda ctx, handle: np.int32(len(handle)), _SCALAR)
_is_closed = _use(
    "QueueIsClosedV2",
    " -> is_closed: bool",
    lambda ctx, handle: np.bool_(handle.closed),
    _SCALAR,
)


class QueueBase:
    """A queue of tuples of tensors; see the subclasses (tf.QueueBase).

    Raises ValueError where shapes or names are not as many as dtypes.
    """

    def _make(
        self, op: OpBuilder, types: Any, element_shapes: Any, names: Any, shared: Any, **attrs: Any
    ) -> None:
        names = _name_list(names, types)
        queue_ref = op(
            component_types=types, shapes=element_shapes or [], shared_name=shared or "", **attrs
        )
        if element_shapes is not None and len(element_shapes) != len(types):
            raise ValueError(
                "Queue shapes must have the same length as dtypes, received len(shapes)="
                f"{len(element_shapes)}, len(dtypes)={len(types)}"
            )
        known = [TensorShape(shape) for shape in element_shapes or [None] * len(types)]
        self._set(types, known, names, queue_ref)

    def _set(self, types: Any, known_shapes: Any, names: Any, queue_ref: Any) -> None:
        self.dtypes, self.shapes, self.names = types, known_shapes, names
        self.queue_ref = queue_ref
        self._short_name = queue_ref.op.name.split("/")[-1]

    @staticmethod
    def from_list(index: Any, queues: list[QueueBase]) -> QueueBase:
        """The queue `queues[index]`, chosen at each run; TypeError where they are not alike."""
        if not (isinstance(queues, list) and queues) or not all(
            isinstance(queue, QueueBase) for queue in queues
        ):
            raise TypeError("A list of queues expected")
        for name in ("dtypes", "names"):
            if any(getattr(queue, name) != getattr(queues[0], name) for queue in queues):
                raise TypeError(f"Queues do not have matching component {name}.")
        common = [
            reduce(TensorShape.most_specific_compatible_shape, known)
            for known in zip(*(q.shapes for q in queues))
        ]
        chosen = gathering.gather(packing.stack([queue.queue_ref for queue in queues]), index)
        QueueBase._set(result := QueueBase(), queues[0].dtypes, common, queues[0].names, chosen)
        return result

    @property
    def name(self) -> str:
        """The name of the queue's operation."""
        return self.queue_ref.op.name  # type: ignore[no-any-return]

    def _tensors(self, values: Any) -> list[Any]:
        if isinstance(values, dict):
            if not self.names:
                raise ValueError("Queue must have names to enqueue a dictionary")
            if sorted(self.names, key=str) != sorted(values, key=str):
                raise ValueError(
                    "Keys in dictionary to enqueue do not match names of Queue.  Dictionary: "
                    f"{sorted(values.keys())},Queue: {sorted(self.names)}"
                )
            values = [values[name] for name in self.names]
        elif self.names:
            raise ValueError("You must enqueue a dictionary in a Queue with names")
        elif not isinstance(values, (list, tuple)):
            values = [values]
        # As in TensorFlow, surplus values are dropped and missing ones found out by the run.
        return [
            convert.convert_to_tensor(value, dtype, f"component_{index}")
            for index, (value, dtype) in enumerate(zip(values, self.dtypes))
        ]

    def _scope(self, values: Any, name: str | None, what: str) -> name_scope:
        parts = values.values() if isinstance(values, dict) else values
        parts = parts if isinstance(parts, (list, tuple)) else [parts]
        return name_scope(name, f"{self._short_name}_{what}", parts)

    def enqueue(self, vals: Any, name: str | None = None) -> Any:
        """An operation that adds one element, waiting while the queue is full."""
        with self._scope(vals, name, "enqueue") as scope:
            tensors = self._tensors(vals)
            for tensor, shape in zip(tensors, self.shapes):
                tensor.shape.assert_is_compatible_with(shape)
            return _enqueue(self.queue_ref, tensors, name=scope)

    def enqueue_many(self, vals: Any, name: str | None = None) -> Any:
        """An operation that adds the slices of `vals` along their first axis."""
        with self._scope(vals, name, "EnqueueMany") as scope:
            tensors = self._tensors(vals)
            batch = Dimension(None)
            for tensor, shape in zip(tensors, self.shapes):
                size = shapes.dimension_at_index(tensor.shape.with_rank_at_least(1), 0)
                batch = batch.merge_with(size)
                tensor.shape[1:].assert_is_compatible_with(shape)
            return _enqueue_many(self.queue_ref, tensors, name=scope)

    def dequeue(self, name: str | None = None) -> Any:
        """The next element: a tensor, a list of them, or a dict where the queue has names."""
        name = name or f"{self._short_name}_Dequeue"
        outputs = _dequeue(self.queue_ref, component_types=self.dtypes, name=name)
        return self._returned(outputs, ())

    def dequeue_many(self, n: Any, name: str | None = None) -> Any:
        """The next `n` elements, stacked."""
        name = name or f"{self._short_name}_DequeueMany"
        outputs = _dequeue_many(self.queue_ref, n, component_types=self.dtypes, name=name)
        count = inference.constant_value(outputs[0].op.inputs[1])
        return self._returned(outputs, (None if count is None else int(count),))

    def dequeue_up_to(self, n: Any, name: str | None = None) -> Any:
        """The next `n` elements, or what is left of a closed queue, stacked."""
        name = name or f"{self._short_name}_DequeueUpTo"
        outputs = _dequeue_up_to(self.queue_ref, n, component_types=self.dtypes, name=name)
        return self._returned(outputs, (None,))

    def _returned(self, outputs: list[Any], batch: tuple[int | None, ...]) -> Any:
        for tensor, shape in zip(outputs, self.shapes, strict=True):
            tensor.set_shape(shapes.from_tuple(batch).concatenate(shape))
        if self.names:
            return dict(zip(self.names, outputs, strict=True))
        return outputs[0] if len(outputs) == 1 else outputs

    def close(self, cancel_pending_enqueues: bool = False, name: str | None = None) -> Any:
        """An operation after which nothing can be enqueued."""
        name = name or f"{self._short_name}_Close"
        return _close(self.queue_ref, cancel_pending_enqueues=cancel_pending_enqueues, name=name)

    def size(self, name: str | None = None) -> Any:
        """The number of elements."""
        return _size(self.queue_ref, name=name or f"{self._short_name}_Size")

    def is_closed(self, name: str | None = None) -> Any:
        """Whether the queue is closed."""
        return _is_closed(self.queue_ref, name=name or f"{self._short_name}_Is_Closed")


def _type_list(types: Any) -> list[Any]:
    types = types if isinstance(types, (list, tuple)) else [types]
    return [dtypes.as_dtype(dtype) for dtype in types]


def _shape_list(given: Any, partial: bool = False) -> list[TensorShape] | None:
    if partial:
        listed = isinstance(given, Sequence) and bool(given)
        if not listed or any(shape is None or isinstance(shape, int) for shape in given):
            raise ValueError("When providing partial shapes, a list of shapes must be provided.")
    if given is None:
        return None
    given = [given] if isinstance(given, TensorShape) else given
    if not isinstance(given, (list, tuple)):
        raise TypeError(
            "Shapes must be a TensorShape or a list or tuple of TensorShapes, got "
            f"{type(given)} instead."
        )
    if all(shape is None or isinstance(shape, int) for shape in given):
        given = [given]
    result = [shapes.as_shape(shape) for shape in given]
    if not partial and not all(shape.is_fully_defined() for shape in result):
        raise ValueError(f"All shapes must be fully defined: {result}")
    if any(shape.rank is None for shape in result):
        raise ValueError(f"All shapes must have a defined rank: {result}")
    return result


def _name_list(names: Any, types: list[Any]) -> list[Any] | None:
    if names is None:
        return None
    names = names if isinstance(names, (list, tuple)) else [names]
    if len(names) != len(types):
        raise ValueError(
            "List of names must have the same length as the list of dtypes, received "
            f"len(names)={len(names)},len(dtypes)={len(types)}"
        )
    return list(names)


class FIFOQueue(QueueBase):
    """A queue whose elements leave in the order they came (tf.FIFOQueue)."""

    def __init__(
        self,
        capacity: int,
        dtypes: Any,
        shapes: Any = None,
        names: Any = None,
        shared_name: str | None = None,
        name: str = "fifo_queue",
    ) -> None:
        types, known = _type_list(dtypes), _shape_list(shapes)
        with context.get_default_graph().device("CPU"):
            self._make(_fifo_queue, types, known, names, shared_name, capacity=capacity, name=name)


class PaddingFIFOQueue(QueueBase):
    """A FIFO queue that pads elements of different sizes in a batch (tf.PaddingFIFOQueue)."""

    def __init__(
        self,
        capacity: int,
        dtypes: Any,
        shapes: Any,
        names: Any = None,
        shared_name: str | None = None,
        name: str = "padding_fifo_queue",
    ) -> None:
        types, known = _type_list(dtypes), _shape_list(shapes, partial=True)
        if known is not None and len(known) != len(types):
            raise ValueError(
                "Shapes must be provided for all components, but received "
                f"{len(types)} dtypes and {len(known)} shapes."
            )
        self._make(_padding_queue, types, known, names, shared_name, capacity=capacity, name=name)


class RandomShuffleQueue(QueueBase):
    """A queue whose elements leave in random order (tf.RandomShuffleQueue)."""

    def __init__(
        self,
        capacity: int,
        min_after_dequeue: int,
        dtypes: Any,
        shapes: Any = None,
        names: Any = None,
        seed: int | None = None,
        shared_name: str | None = None,
        name: str = "random_shuffle_queue",
    ) -> None:
        types, known = _type_list(dtypes), _shape_list(shapes)
        graph_seed, op_seed = get_seed(seed)
        self._make(
            _shuffle_queue,
            types,
            known,
            names,
            shared_name,
            capacity=capacity,
            min_after_dequeue=min_after_dequeue,
            seed=graph_seed or 0,
            seed2=op_seed or 0,
            name=name,
        )
