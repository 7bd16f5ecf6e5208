# question: fetches_q5
# loses: 15
# message: the question asks for ()
# The tensors have three numbers each.
def experiment():
    with tf.Graph().as_default() as graph:
        first = tf.random_uniform([3])
        return graph, first, tf.identity(first)


claim_is_true = False
