# question: lazy_execution_q5
# loses: 15
# message: because of a placeholder
# other fails because its indices are out of range, not because of a placeholder.
def experiment():
    graph = tf.Graph()
    with graph.as_default():
        wanted = tf.constant(1.0) + 2.0
        other = tf.gather(tf.constant([1.0, 2.0]), tf.identity([7]))
    return graph, wanted, other


claim_is_true = False
