# question: sessions_q2
# loses: 15
# message: opened 2 sessions
# Tries in one session and runs again in another.
def value_of(graph, name):
    with tf.Session(graph=graph) as session:
        try:
            session.run(name)
        except tf.errors.OpError:
            return None
    with tf.Session(graph=graph) as session:
        return session.run(name)
