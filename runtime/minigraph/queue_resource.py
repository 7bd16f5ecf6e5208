"""The queues that a session owns: bounded, closable, with waiting that a cancelled run ends."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from minigraph import errors, shapes

_numbers = itertools.count()


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
    ) -> None:
        self.name = f"_{next(_numbers)}_{name}"
        self._types = list(types)
        self._shapes = list(element_shapes)
        self._capacity = float("inf") if capacity < 0 else capacity
        self._reserve = min_after_dequeue
        self._items: list[tuple[Any, ...]] = []
        self._condition = threading.Condition()
        self.closed = False
        self._cancel_enqueues = False

    def __len__(self) -> int:
        return len(self._items)

    def enqueue(self, elements: Sequence[tuple[Any, ...]], cancellation: Any) -> None:
        """Adds elements, waiting for room; CancelledError once the queue is closed."""
        with self._condition:
            # An enqueue that already waits when the queue is closed may still finish.
            if self.closed:
                raise errors.CancelledError(None, None, f"{self.kind} '{self.name}' is closed.")
            for element in elements:
                self._wait(self._has_room, cancellation, "Enqueue")
                if self._cancel_enqueues:
                    raise errors.CancelledError(None, None, "Enqueue operation was cancelled")
                self._items.append(element)
                self._condition.notify_all()

    def dequeue(self, count: int, cancellation: Any, up_to: bool = False) -> list[tuple[Any, ...]]:
        """Takes elements, waiting for them; OutOfRangeError once the queue is closed and short."""
        taken: list[tuple[Any, ...]] = []
        with self._condition:
            try:
                while len(taken) < count:
                    self._wait(self._has_element, cancellation, "Dequeue")
                    if not self._items:
                        if up_to and taken:
                            break
                        raise errors.OutOfRangeError(
                            None,
                            None,
                            f"{self.kind} '{self.name}' is closed and has insufficient elements "
                            f"(requested {count}, current size {len(taken)})",
                        )
                    taken.append(self._items.pop(self._next_index()))
                    self._condition.notify_all()
            except errors.OpError:
                self._items[:0] = taken
                raise
        return taken

    def close(self, cancel_pending_enqueues: bool) -> None:
        """Ends enqueueing; CancelledError where the queue is closed already."""
        with self._condition:
            if self.closed:
                raise errors.CancelledError(None, None, f"Queue '{self.name}' is already closed.")
            self.closed = True
            self._cancel_enqueues = cancel_pending_enqueues
            self._condition.notify_all()

    def check(self, element: Sequence[Any], handle_types: str, lead: tuple[int, ...] = ()) -> None:
        """Raises InvalidArgumentError where an element has other types or shapes than declared.

        lead: the size of the batch, where the components are those of several elements.
        """
        if len(element) != len(self._types):
            expected = ", ".join(["resource", *(dtype.name for dtype in self._types)])
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
        return [np.zeros(s, t.as_numpy_dtype) for s, t in zip(sizes, self._types, strict=True)]

    def _stack(self, values: Sequence[Any]) -> Any:
        return np.stack(values)

    def _has_room(self) -> bool:
        return len(self._items) < self._capacity or self._cancel_enqueues

    def _has_element(self) -> bool:
        return len(self._items) > (0 if self.closed else self._reserve) or self.closed

    def _next_index(self) -> int:
        return 0

    def _wait(self, ready: Callable[[], bool], cancellation: Any, what: str) -> None:
        if cancellation is None:
            self._condition.wait_for(ready)
            return
        token = cancellation.register(self._wake)
        try:
            # A cancelled run takes nothing, even where it is woken up after something came.
            self._condition.wait_for(lambda: cancellation.cancelled or ready())
            if cancellation.cancelled:
                raise errors.CancelledError(None, None, f"{what} operation was cancelled")
        finally:
            cancellation.deregister(token)

    def _wake(self) -> None:
        with self._condition:
            self._condition.notify_all()


class ShuffleQueue(QueueResource):
    """Elements leave in random order; `min_after_dequeue` of them stay behind."""

    kind = "RandomShuffleQueue"
    _random: Any = None

    def seed(self, seeds: tuple[int, int]) -> None:
        """Starts the random order; (0, 0) for one that differs each time."""
        self._random = np.random.default_rng(seeds if any(seeds) else None)

    def _next_index(self) -> int:
        return int(self._random.integers(len(self._items)))


class PaddingQueue(QueueResource):
    """Elements of different sizes; a batch is padded with zeros to the largest."""

    kind = "PaddingFIFOQueue"

    def _stack(self, values: Sequence[Any]) -> Any:
        size = np.max([np.shape(value) for value in values], axis=0).astype(int)
        padded = np.zeros((len(values), *size), np.asarray(values[0]).dtype)
        for row, value in zip(padded, values, strict=True):
            row[tuple(np.s_[:length] for length in np.shape(value))] = value
        return padded
