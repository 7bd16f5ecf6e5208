# question: lazy_execution_q5
# loses: 15
# message: belongs to another graph
# Each tensor has a graph of its own, so the run of one cannot touch the other.
def experiment():
    first, second = tf.Graph(), tf.Graph()
    with first.as_default():
        wanted = tf.constant(1.0) + 2.0
    with second.as_default():
        other = tf.placeholder(tf.float32, shape=[]) * 2.0
    return first, wanted, other


claim_is_true = False
