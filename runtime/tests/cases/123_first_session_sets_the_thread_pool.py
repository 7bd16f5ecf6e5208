import threading
import time

import numpy as np

TITLE = (
    "The first session of the process fixes the inter-op threads for all; "
    "use_per_session_threads does not"
)
URL = "https://github.com/tensorflow/tensorflow/issues/31478"
KIND = "config"
OPTIONAL = "thread pools of the C++ runtime"


def case(tf):
    lock, live, peak = threading.Lock(), [0], [0]

    def f(i):
        with lock:
            live[0] += 1
            peak[0] = max(peak[0], live[0])
        time.sleep(0.05)
        with lock:
            live[0] -= 1
        return np.int64(i)

    def most_at_once(**kw):
        peak[0] = 0
        with tf.Graph().as_default():
            ops = [tf.py_func(f, [tf.constant(i)], tf.int64) for i in range(4)]
            with tf.Session(config=tf.ConfigProto(**kw)) as s:
                s.run(ops)
        return peak[0]

    a = most_at_once(inter_op_parallelism_threads=1)
    b = most_at_once(inter_op_parallelism_threads=4)
    c = most_at_once(inter_op_parallelism_threads=4, use_per_session_threads=True)
    return a, b, c > 1
