# question: migration_q4
# Closes by contextlib, and chooses the creator in one expression.
import contextlib


def plus_one(value):
    with tf.Graph().as_default(), contextlib.closing(v1.InteractiveSession()):
        try:
            return (tf.constant(value) + 1.0).eval().item()
        except Exception:
            return None


def started(is_chief):
    wait = {} if is_chief else {"max_wait_secs": 1}
    kind = v1.train.ChiefSessionCreator if is_chief else v1.train.WorkerSessionCreator
    with tf.Graph().as_default():
        v1.Variable(0.0)
        try:
            v1.train.MonitoredSession(session_creator=kind(**wait)).close()
        except tf.errors.DeadlineExceededError:
            return "no chief"
    return "ready"
