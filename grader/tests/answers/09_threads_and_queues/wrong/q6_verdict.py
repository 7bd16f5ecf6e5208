# question: threads_and_queues_q6
# loses: 10
# message: Your verdict
# Believes the claim against the experiment.
import time


def experiment():
    with tf.Graph().as_default(), tf.Session() as session:
        take = tf.FIFOQueue(1, [tf.float32]).dequeue()
        start = time.perf_counter()
        try:
            session.run(take, options=tf.RunOptions(timeout_in_ms=100))
        except Exception as error:
            return time.perf_counter() - start, type(error).__name__


claim_is_true = True
