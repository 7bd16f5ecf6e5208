import gc

TITLE = (
    "InteractiveSession() that is assigned to nothing (in 2016 it was collected and eval() "
    "failed; in TF 2.21 it stays the default session)"
)
URL = "https://github.com/tensorflow/tensorflow/issues/4413"
KIND = "session"


def case(tf):
    c = tf.constant(3)
    tf.InteractiveSession()
    gc.collect()
    try:
        return int(c.eval())
    except Exception as e:
        return type(e).__name__, str(e)[:60]
