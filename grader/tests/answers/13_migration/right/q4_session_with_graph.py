# question: migration_q4
# Gives the interactive session its graph, and catches any error of TensorFlow.
def plus_one(value):
    session = v1.InteractiveSession(graph=tf.Graph())
    try:
        return float(tf.add(value, 1.0).eval())
    except Exception:
        return None
    finally:
        session.close()


def started(is_chief):
    with tf.Graph().as_default():
        tf.Variable(0.0)
        if is_chief:
            with v1.train.MonitoredSession(session_creator=v1.train.ChiefSessionCreator()):
                return "ready"
        try:
            worker = v1.train.WorkerSessionCreator(max_wait_secs=1)
            with v1.train.MonitoredSession(session_creator=worker):
                return "ready"
        except tf.errors.OpError:
            return "no chief"
