# question: threads_and_queues_q6
# loses: 10
# message: ended with OutOfRangeError
# Closes the queue, which ends the run at once.
import time


def experiment():
    with tf.Graph().as_default(), tf.Session() as session:
        line = tf.FIFOQueue(1, [tf.float32])
        session.run(line.close())
        start = time.perf_counter()
        try:
            session.run(line.dequeue(), options=tf.RunOptions(timeout_in_ms=100))
        except Exception as error:
            return time.perf_counter() - start, type(error).__name__


claim_is_true = False
