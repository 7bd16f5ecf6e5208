# question: lazy_execution_q5
# loses: 15
# message: not what your own experiment says
# The experiment is right, its result is not believed.
def experiment():
    graph = tf.Graph()
    with graph.as_default():
        wanted = tf.constant(1.0) + 2.0
        other = tf.placeholder(tf.float32, shape=[]) * 2.0
    return graph, wanted, other


claim_is_true = True
