# question: sessions_q6
# loses: 10
# message: belongs to the session's graph as well
# Both tensors are in the graph of the session.
def experiment():
    graph = tf.Graph()
    with graph.as_default():
        inside, outside = tf.constant(1.0), tf.constant(2.0)
    return tf.Session(graph=graph), inside, outside


claim_is_true = True
