import threading

TITLE = "An exception in a thread stops the others and is raised again by join()"
URL = "https://github.com/tensorflow/tensorflow/issues/4246"
KIND = "queues"


def case(tf):
    coord = tf.train.Coordinator()
    turns = []

    def good():
        while not coord.wait_for_stop(0.01):
            turns.append(1)

    def bad():
        with coord.stop_on_exception():
            raise ValueError("no more data")

    ts = [threading.Thread(target=f) for f in (good, bad)]
    for t in ts:
        t.start()
    try:
        coord.join(ts, stop_grace_period_secs=5)
    except Exception as e:
        return type(e).__name__, str(e), coord.should_stop(), [t.is_alive() for t in ts]
