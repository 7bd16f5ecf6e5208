"""The queues that a session owns: bounded, closable, with waiting that a cancelled run ends."""

from __future__ import annotations

import itertools
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from minigraph import dtypes, errors, shapes, waiting

_numbers = itertools.count()
UNSHARED = "queues without a shared name"
"""What their container is called, in the session that owns them."""


class QueueResource:
    """First in, first out. `take` says which element leaves next; capacity < 0 means unbounded."""

    kind = "FIFOQueue"

    def __init__(
        self,
        name: str,
        types: Sequence[Any],
        element_shapes: Sequence[Any],
        capacity: int,
        min_after_dequeue: int = 0,
        seeds: tuple[int, int] = (0, 0),
        made_by: Any = None,
    ) -> None:
        """seeds: of the random order, (0, 0) for one that differs each time."""
        is_shared = made_by is not None and made_by.attrs["shared_name"]
        self.name = name if is_shared else f"_{next(_numbers)}_{name}"
        self.shared_name, self.made_by, self._seeds = name, made_by, seeds
        self.component_types = list(types)
        self._shapes = list(element_shapes)
        self._capacity = float("inf") if capacity < 0 else capacity
        self._reserve = min_after_dequeue
        self._items: list[tuple[Any, ...]] = []
        self._condition = threading.Condition()
        self.closed = False
        self._cancel_enqueues = False
        # Attempts take turns: the first that came is served first, to its last element.
        self._enqueuing: deque[object] = deque()
        self._dequeuing: deque[object] = deque()

    def __len__(self) -> int:
        return len(self._items)

    def enqueue(self, elements: Sequence[tuple[Any, ...]], cancellation: Any) -> None:
        """Adds elements, waiting for room; CancelledError once the queue is closed."""
        with self._condition:
            if self.closed:
                raise errors.CancelledError(None, None, f"{self.kind} '{self.name}' is closed.")
            with self._turn(self._enqueuing) as is_first:
                for element in elements:
                    self._wait_to_enqueue(
                        lambda: is_first() and len(self._items) < self._capacity, cancellation
                    )
                    self._items.append(element)
                    self._condition.notify_all()

    def _wait_to_enqueue(self, ready: Callable[[], bool], cancellation: Any) -> None:
        self._wait(lambda: self._cancel_enqueues or ready(), cancellation, "Enqueue", "room in")
        if self._cancel_enqueues:
            raise errors.CancelledError(None, None, "Enqueue operation was cancelled")

    def dequeue(self, count: int, cancellation: Any, up_to: bool = False) -> list[tuple[Any, ...]]:
        """Takes elements, waiting for them; OutOfRangeError once the queue is closed and short."""
        taken: list[tuple[Any, ...]] = []
        with self._condition, self._turn(self._dequeuing) as is_first:
            try:
                while len(taken) < count:
                    self._wait(
                        lambda: is_first() and (self.closed or self._has_element()),
                        cancellation,
                        "Dequeue",
                        "an element of",
                    )
                    if self.closed and len(self._items) < count - len(taken):
                        if not up_to or not (self._items or taken):
                            raise self._insufficient(count - len(taken))
                        count = len(self._items) + len(taken)
                        continue
                    taken.append(self._items.pop(self._next_index()))
                    self._condition.notify_all()
            except errors.OpError:
                self._items[:0] = taken
                raise
        return taken

    def _insufficient(self, requested: int) -> errors.OpError:
        return errors.OutOfRangeError(
            None,
            None,
            f"{self.kind} '{self.name}' is closed and has insufficient elements "
            f"(requested {requested}, current size {len(self._items)})",
        )

    def close(self, cancel_pending_enqueues: bool, cancellation: Any = None) -> None:
        """Ends enqueueing, once what is being enqueued is in the queue, or at once.

        Raises CancelledError where the queue is closed already.
        """
        with self._condition:
            if cancel_pending_enqueues:
                self.closed = self._cancel_enqueues = True
                self._condition.notify_all()
                return
            with self._turn(self._enqueuing) as is_first:
                self._wait(is_first, cancellation, "Close", "the end of what is enqueued in")
                if self.closed:
                    text = f"Queue '{self.name}' is already closed."
                    raise errors.CancelledError(None, None, text)
                self.closed = True
                self._condition.notify_all()

    @contextmanager
    def _turn(self, line: deque[object]) -> Iterator[Callable[[], bool]]:
        """Puts an attempt in line; gives a function that says whether it is its turn."""
        ticket = object()
        line.append(ticket)
        try:
            yield lambda: line[0] is ticket
        finally:
            line.remove(ticket)
            self._condition.notify_all()

    def check_shared(self, op: Any, wanted: QueueResource) -> None:
        """Raises InvalidArgumentError where another operation `op` shares it and wants another."""
        if wanted.kind != self.kind:
            problem = f"Expected {self.kind}, found {op.type}"
            raise errors.InvalidArgumentError(None, None, problem)
        most = 2**31 - 1
        features = (
            ("capacity {}", "capacity was {}", lambda q: int(min(q._capacity, most))),
            (
                "component types {}",
                "component types were {}",
                lambda q: _type_names(q.component_types),
            ),
            ("component shapes {}", "component shapes were {}", lambda q: _shape_text(q._shapes)),
            (
                "min_after_dequeue {}",
                "min_after_dequeue was {}.",
                lambda q: q._reserve,
            ),
            ("random seeds {}", "seeds are {}.", lambda q: q._seeds),
        )
        for has, asked, feature in features:
            mine, theirs = feature(self), feature(wanted)
            if mine != theirs and not (self.kind == "PaddingFIFOQueue" and "shapes" in has):
                raise errors.InvalidArgumentError(
                    None,
                    None,
                    f"Shared queue '{self.shared_name}' has {has.format(mine)} but requested "
                    f"{asked.format(theirs)}",
                )

    def check(self, element: Sequence[Any], handle_types: str, lead: tuple[int, ...] = ()) -> None:
        """Raises InvalidArgumentError where an element has other types or shapes than declared.

        lead: the size of the batch, where the components are those of several elements.
        """
        if len(element) != len(self.component_types):
            expected = ", ".join(["resource", *(dtype.name for dtype in self.component_types)])
            raise errors.InvalidArgumentError(
                None, None, f"Signature mismatch, have: {handle_types}-> expected: {expected}->"
            )
        for index, (value, shape) in enumerate(zip(element, self._shapes)):
            wanted = (*lead, *shape)
            if not shapes.compatible(np.shape(value), wanted):
                raise errors.InvalidArgumentError(
                    None,
                    None,
                    f"Shape mismatch in tuple component {index}. Expected "
                    f"{shapes.format_shape(wanted)}, got {shapes.format_shape(np.shape(value))}",
                )

    def check_batch(self, components: Sequence[Any], handle_types: str) -> None:
        """As `check`, for the components of several elements; they have one size."""
        sizes = [len(component) if np.ndim(component) else 0 for component in components]
        self.check(components, handle_types, (sizes[0],))
        for index, size in enumerate(sizes):
            if size != sizes[0] or not np.ndim(components[index]):
                raise errors.InvalidArgumentError(
                    None,
                    None,
                    "All input tensors must have the same size in the 0th dimension. Component "
                    f"{index} has {size}, and should have {sizes[0]}",
                )

    def dequeue_many(self, count: int, cancellation: Any, up_to: bool) -> list[Any]:
        """As `dequeue`, the components stacked; InvalidArgumentError for a queue without shapes."""
        if not self._shapes:
            raise errors.InvalidArgumentError(
                None,
                None,
                f"{self.kind}'s DequeueMany and DequeueUpTo require the components to have "
                "specified shapes.",
            )
        elements = self.dequeue(count, cancellation, up_to)
        if elements:
            return [self._stack(component) for component in zip(*elements, strict=True)]
        sizes = [(0, *(size or 0 for size in shape)) for shape in self._shapes]
        return [
            np.zeros(s, t.as_numpy_dtype) for s, t in zip(sizes, self.component_types, strict=True)
        ]

    def _stack(self, values: Sequence[Any]) -> Any:
        return np.stack(values)

    def _has_element(self) -> bool:
        return len(self._items) > self._reserve

    def _next_index(self) -> int:
        return 0

    def _wait(
        self, ready: Callable[[], bool], cancellation: Any, operation: str, missing: str
    ) -> None:
        def reason() -> str:
            stay = f", {self._reserve} of which stay in it" if self._reserve else ""
            state = f"{len(self._items)} of {self._capacity} elements{stay}"
            return f"{missing} {self.kind} '{self.shared_name}', which has {state}"

        def released() -> bool:
            return (cancellation is not None and cancellation.cancelled) or ready()

        token = cancellation and cancellation.register(self._wake)
        try:
            # A cancelled run takes nothing, even where it is woken up after something came.
            wait = self._condition.wait_for
            waiting.until(
                released, reason, lambda left: wait(released, left), None, self._condition
            )
            if cancellation is not None and cancellation.cancelled:
                raise errors.CancelledError(None, None, f"{operation} operation was cancelled")
        finally:
            if cancellation is not None:
                cancellation.deregister(token)

    def _wake(self) -> None:
        with self._condition:
            self._condition.notify_all()


class ShuffleQueue(QueueResource):
    """Elements leave in random order; `min_after_dequeue` of them stay behind."""

    kind = "RandomShuffleQueue"

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._random = np.random.default_rng(self._seeds if any(self._seeds) else None)

    def _next_index(self) -> int:
        return int(self._random.integers(len(self._items)))


class PaddingQueue(QueueResource):
    """Elements of different sizes; a batch is padded to the largest."""

    kind = "PaddingFIFOQueue"

    def _stack(self, values: Sequence[Any]) -> Any:
        size = np.max([np.shape(value) for value in values], axis=0).astype(int)
        dtype = np.asarray(values[0]).dtype
        padded = np.full((len(values), *size), b"" if dtype.kind == "O" else 0, dtype)
        for row, value in zip(padded, values, strict=True):
            row[tuple(np.s_[:length] for length in np.shape(value))] = value
        return padded


def _type_names(types: Sequence[Any]) -> str:
    return ", ".join(dtypes.c_name(dtype) for dtype in types)


def _shape_text(known: Sequence[Any]) -> str:
    return f"[{','.join(shapes.format_shape(shape) for shape in known)}]"
