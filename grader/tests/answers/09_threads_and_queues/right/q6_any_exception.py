# question: threads_and_queues_q6
# Catches every exception, and computes the verdict.
import time


def experiment():
    with tf.Graph().as_default() as graph:
        take = tf.FIFOQueue(10, tf.int32).dequeue()
    session = tf.Session(graph=graph)
    kind, start = "", time.perf_counter()
    try:
        session.run(take, options=tf.RunOptions(timeout_in_ms=100))
    except Exception as error:
        kind = error.__class__.__name__
    seconds = time.perf_counter() - start
    session.close()
    return seconds, kind


claim_is_true = experiment()[0] < 0.05
