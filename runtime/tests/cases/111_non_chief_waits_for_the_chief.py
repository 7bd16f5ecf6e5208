TITLE = "is_chief=False: the worker waits for a chief that never initialises"
URL = "https://github.com/tensorflow/tensorflow/issues/10679"
KIND = "hooks"


def case(tf):
    tf.get_variable("w", initializer=1.0)
    creator = tf.train.WorkerSessionCreator(max_wait_secs=1)
    try:
        with tf.train.MonitoredSession(session_creator=creator):
            return "created"
    except Exception as e:
        return type(e).__name__, str(e)
