# question: sessions_q2
# loses: 15
# message: it should be 42.0
# Fetches a list of one and returns the list.
def value_of(graph, name):
    with tf.Session(graph=graph) as session:
        try:
            return session.run([name])
        except tf.errors.OpError:
            return None
