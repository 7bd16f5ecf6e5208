# question: threads_and_queues_q6
# loses: 10
# message: ended with no error
# Puts something in first, so that nothing has to wait.
import time


def experiment():
    with tf.Graph().as_default(), tf.Session() as session:
        line = tf.FIFOQueue(1, [tf.float32])
        session.run(line.enqueue(1.0))
        take = line.dequeue()
        start = time.perf_counter()
        session.run(take, options=tf.RunOptions(timeout_in_ms=100))
        return time.perf_counter() - start, ""


claim_is_true = False
