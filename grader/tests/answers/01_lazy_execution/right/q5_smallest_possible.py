# question: lazy_execution_q5
# Two operations: a constant, and the placeholder itself.
def experiment():
    with tf.Graph().as_default() as graph:
        return graph, tf.constant(1), tf.placeholder(tf.int32)


claim_is_true = False
