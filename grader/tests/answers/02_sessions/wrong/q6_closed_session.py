# question: sessions_q6
# loses: 10
# message: The session is closed
# The session is made in a with block and returned closed.
def experiment():
    graph, other = tf.Graph(), tf.Graph()
    with graph.as_default():
        inside = tf.constant(1.0)
    with other.as_default():
        outside = tf.constant(2.0)
    with tf.Session(graph=graph) as session:
        return session, inside, outside


claim_is_true = False
