# question: fetches_q5
# loses: 15
# message: not what your own experiment says
# The experiment is right and is not believed.
def experiment():
    with tf.Graph().as_default() as graph:
        first = tf.random_uniform([])
        return graph, first, first + 0.0


claim_is_true = True
