# question: sessions_q2
# loses: 15
# message: The Session graph is empty
# Forgets graph=, so that the session runs the default graph.
def value_of(graph, name):
    with tf.Session() as session:
        try:
            return session.run(name)
        except tf.errors.OpError:
            return None
