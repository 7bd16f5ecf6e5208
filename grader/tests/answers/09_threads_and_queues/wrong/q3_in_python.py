# question: threads_and_queues_q3
# loses: 15
# message: each thread should make one
# Doubles in Python.
def repaired(values):
    with tf.Graph().as_default(), tf.Session() as session:
        return [2.0 * value for value in values]
