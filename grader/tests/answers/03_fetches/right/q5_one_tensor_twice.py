# question: fetches_q5
# The smallest experiment: one tensor under two names.
def experiment():
    with tf.Graph().as_default() as graph:
        first = second = tf.random_normal([], seed=4)
    return graph, first, second


claim_is_true = False
