# question: migration_q4
# loses: 12
# message: left 1 open
# Closes the session only if nothing fails, and waits for nobody.
def plus_one(value):
    with tf.Graph().as_default():
        session = v1.InteractiveSession()
        try:
            y = (tf.constant(value) + 1.0).eval()
        except Exception:
            return None
        session.close()
        return float(y)


def started(is_chief):
    return "ready" if is_chief else "no chief"
