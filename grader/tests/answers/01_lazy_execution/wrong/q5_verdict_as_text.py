# question: lazy_execution_q5
# loses: 15
# message: should be True or False
# Writes the verdict as a word.
def experiment():
    graph = tf.Graph()
    with graph.as_default():
        wanted = tf.constant(1.0) + 2.0
        other = tf.placeholder(tf.float32, shape=[]) * 2.0
    return graph, wanted, other


claim_is_true = "no"
