"""Samples of `minigraph.ops.queues`: each fills a queue and uses it in one run."""

from . import counting, ramp, sample

_ONE = "q = tf.FIFOQueue(5, tf.float32, shapes=[[2]])\n"
_FILLED = """
q = tf.FIFOQueue(5, tf.float32, shapes=[[]])
with tf.control_dependencies([q.enqueue_many([x])]):
    {}
r
"""
_CLOSED = """
q = tf.FIFOQueue(5, tf.float32, shapes=[[]])
with tf.control_dependencies([q.enqueue_many([x])]):
    closed = q.close()
with tf.control_dependencies([closed]):
    {}
r
"""
_THROUGH = """
with tf.control_dependencies([q.enqueue(x)]):
    r = q.dequeue()
r
"""

SAMPLES = {
    "FIFOQueueV2": [
        sample(f"q = tf.FIFOQueue(2, tf.float32)\n{_THROUGH}", x=ramp(2, 3)),
        sample(f"q = tf.FIFOQueue(2, tf.int32, [[3]])\n{_THROUGH}", x=counting(3)),
        sample(f"q = tf.FIFOQueue(2, tf.float32, [[2]])\n{_THROUGH}", x=ramp(3)),
        sample("tf.FIFOQueue(2, [tf.float32, tf.int32], [[3]]).queue_ref"),
    ],
    "PaddingFIFOQueueV2": [
        sample(f"q = tf.PaddingFIFOQueue(2, tf.float32, [[None]])\n{_THROUGH}", x=ramp(3)),
        sample(f"q = tf.PaddingFIFOQueue(2, tf.float32, [[None, 2]])\n{_THROUGH}", x=ramp(3)),
        sample("tf.PaddingFIFOQueue(2, tf.float32, None)"),
    ],
    "RandomShuffleQueueV2": [
        sample(f"q = tf.RandomShuffleQueue(2, 0, tf.float32, [[2]])\n{_THROUGH}", x=ramp(2)),
        sample("tf.RandomShuffleQueue(2, 3, tf.float32, [[2]]).size()"),
    ],
    "QueueEnqueueV2": [
        sample(f"{_ONE}q.enqueue(x)", x=ramp(2)),
        sample(f"{_ONE}q.enqueue(x)", x=ramp(3)),
        sample(f"{_ONE}q.enqueue(x)", x=counting(2)),
        sample(f"{_ONE}q.enqueue([x, x])", x=ramp(2)),
    ],
    "QueueEnqueueManyV2": [
        sample(f"{_ONE}q.enqueue_many([x])", x=ramp(3, 2)),
        sample(f"{_ONE}q.enqueue_many([x])", x=ramp(3, 3)),
        sample(f"{_ONE}q.enqueue_many([x])", x=ramp(0, 2)),
    ],
    "QueueDequeueV2": [
        sample(_FILLED.format("r = q.dequeue()"), x=ramp(3)),
        sample(_FILLED.format("r = q.dequeue() * 2.0"), x=ramp(3)),
        sample(_CLOSED.format("r = q.dequeue()"), x=ramp(0)),
    ],
    "QueueDequeueManyV2": [
        sample(_FILLED.format("r = q.dequeue_many(2)"), x=ramp(3)),
        sample(_FILLED.format("r = q.dequeue_many(n)"), x=ramp(3), n=3),
        sample(_FILLED.format("r = q.dequeue_many(n)"), x=ramp(3), n=0),
        sample(_FILLED.format("r = q.dequeue_many(n)"), x=ramp(3), n=-1),
        sample(_CLOSED.format("r = q.dequeue_many(4)"), x=ramp(3)),
        sample("q = tf.FIFOQueue(5, tf.float32)\nq.dequeue_many(1)"),
    ],
    "QueueDequeueUpToV2": [
        sample(_FILLED.format("r = q.dequeue_up_to(2)"), x=ramp(3)),
        sample(_CLOSED.format("r = q.dequeue_up_to(5)"), x=ramp(3)),
        sample(_CLOSED.format("r = q.dequeue_up_to(5)"), x=ramp(0)),
        sample(_FILLED.format("r = q.dequeue_up_to(n)"), x=ramp(3), n=-1),
    ],
    "QueueCloseV2": [
        sample(f"{_ONE}q.close()"),
        sample(f"{_ONE}q.close(cancel_pending_enqueues=True)"),
        sample(_CLOSED.format("r = q.enqueue(1.0)"), x=ramp(1)),
    ],
    "QueueIsClosedV2": [
        sample(f"{_ONE}q.is_closed()"),
        sample(_CLOSED.format("r = q.is_closed()"), x=ramp(1)),
    ],
    "QueueSizeV2": [
        sample(f"{_ONE}q.size()"),
        sample(_FILLED.format("r = q.size()"), x=ramp(3)),
    ],
}
