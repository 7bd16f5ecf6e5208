import threading

TITLE = "OutOfRangeError in a coordinated thread is a clean end: join() does not raise"
URL = "https://github.com/tensorflow/tensorflow/issues/7407"
KIND = "queues"


def case(tf):
    coord = tf.train.Coordinator()

    def work():
        with coord.stop_on_exception():
            raise tf.errors.OutOfRangeError(None, None, "end of data")

    t = threading.Thread(target=work)
    t.start()
    coord.join([t], stop_grace_period_secs=5)
    return coord.should_stop(), t.is_alive()
