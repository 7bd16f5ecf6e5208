# question: sessions_q6
# loses: 10
# message: cannot be run in a session of its own graph either
# The other tensor needs a feed, so its failure says nothing.
def experiment():
    graph, other = tf.Graph(), tf.Graph()
    with graph.as_default():
        inside = tf.constant(1.0)
    with other.as_default():
        outside = tf.placeholder(tf.float32) * 2.0
    return tf.Session(graph=graph), inside, outside


claim_is_true = False
