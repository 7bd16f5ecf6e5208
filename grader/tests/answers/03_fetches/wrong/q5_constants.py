# question: fetches_q5
# loses: 15
# message: cannot show a difference
# Two equal constants are equal in any number of runs.
def experiment():
    with tf.Graph().as_default() as graph:
        return graph, tf.constant(1.0), tf.constant(1.0)


claim_is_true = True
