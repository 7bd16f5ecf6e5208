# question: fetches_q5
# loses: 15
# message: should be True or False
# Writes the verdict as a word.
def experiment():
    with tf.Graph().as_default() as graph:
        first = tf.random_uniform([])
        return graph, first, tf.identity(first)


claim_is_true = "no"
