# question: sessions_q6
# loses: 10
# message: is not a tensor of the session's graph
# The session takes the default graph.
def experiment():
    graph, other = tf.Graph(), tf.Graph()
    with graph.as_default():
        inside = tf.constant(1.0)
    with other.as_default():
        outside = tf.constant(2.0)
    session = tf.Session()
    with session.graph.as_default():
        tf.constant(0.0)
    return session, inside, outside


claim_is_true = False
