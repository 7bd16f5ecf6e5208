"""What a queue does for a run that is over before the queue has answered it."""

from __future__ import annotations

import pytest

from minigraph import dtypes, errors
from minigraph.executor import Cancellation
from minigraph.queue_resource import QueueResource


@pytest.fixture
def queue() -> QueueResource:
    return QueueResource("queue", [dtypes.float32], [()], capacity=1)


@pytest.fixture
def cancelled() -> Cancellation:
    cancellation = Cancellation()
    cancellation.cancel()
    return cancellation


def test_a_cancelled_dequeue_leaves_the_element_for_the_next_run(
    queue: QueueResource, cancelled: Cancellation
) -> None:
    queue.enqueue([(3.0,)], None)
    with pytest.raises(errors.CancelledError, match="Dequeue operation was cancelled"):
        queue.dequeue(1, cancelled)
    assert queue.dequeue(1, None) == [(3.0,)]


def test_a_cancelled_enqueue_adds_nothing(queue: QueueResource, cancelled: Cancellation) -> None:
    with pytest.raises(errors.CancelledError, match="Enqueue operation was cancelled"):
        queue.enqueue([(3.0,)], cancelled)
    assert len(queue) == 0
