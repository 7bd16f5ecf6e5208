# question: sessions_q6
# Runs the experiment and takes its verdict from it.
def experiment():
    with tf.Graph().as_default() as graph:
        inside = tf.identity(tf.constant([1, 2]))
        session = tf.Session(graph=graph)
    with tf.Graph().as_default():
        return session, inside, tf.constant(3)


def _verdict():
    session, _, outside = experiment()
    with session:
        try:
            session.run(outside)
        except ValueError:
            return False
        return True


claim_is_true = _verdict()
