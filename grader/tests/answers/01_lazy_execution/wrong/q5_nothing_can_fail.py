# question: lazy_execution_q5
# loses: 15
# message: decides nothing
# Both tensors are computed from constants: no run fails, whatever is executed.
def experiment():
    graph = tf.Graph()
    with graph.as_default():
        wanted = tf.constant(1.0) + 2.0
        other = tf.constant(3.0) * 2.0
    return graph, wanted, other


claim_is_true = False
