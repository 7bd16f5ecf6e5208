# question: threads_and_queues_q6
# Sets the limit for the session instead of the run.
import time


def experiment():
    config = tf.ConfigProto(operation_timeout_in_ms=100)
    with tf.Graph().as_default(), tf.Session(config=config) as session:
        take = tf.FIFOQueue(1, [tf.float32], shapes=[[]]).dequeue()
        start = time.perf_counter()
        try:
            session.run(take)
        except tf.errors.DeadlineExceededError:
            return time.perf_counter() - start, "DeadlineExceededError"


claim_is_true = False
