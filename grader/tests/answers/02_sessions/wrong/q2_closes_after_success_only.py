# question: sessions_q2
# loses: 15
# message: where the run fails, opened 1 session and left 1 open
# The close stands behind the run, and an error jumps over it.
def value_of(graph, name):
    session = tf.Session(graph=graph)
    try:
        value = session.run(name)
        session.close()
        return value
    except tf.errors.OpError:
        return None
