# question: lazy_execution_q5
# loses: 15
# message: A run of `wanted` fails
# wanted is computed from the placeholder as well, so both runs fail.
def experiment():
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, shape=[])
        wanted = x + 1.0
        other = x * 2.0
    return graph, wanted, other


claim_is_true = True
