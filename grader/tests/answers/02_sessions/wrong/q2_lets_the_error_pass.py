# question: sessions_q2
# loses: 15
# message: You must feed a value for placeholder tensor 'unknown'
# Closes the session, but does not return None after an error.
def value_of(graph, name):
    with tf.Session(graph=graph) as session:
        return session.run(name)
