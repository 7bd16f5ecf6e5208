# question: sessions_q2
# loses: 15
# message: left 1 open
# Makes a session and leaves it open.
def value_of(graph, name):
    session = tf.Session(graph=graph)
    try:
        return session.run(name)
    except tf.errors.OpError:
        return None
