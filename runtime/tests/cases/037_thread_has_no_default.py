import threading

TITLE = "A new thread has neither the default graph nor the default session of the main thread"
URL = "https://github.com/keras-team/keras/issues/9424"
KIND = "threads"


def case(tf):
    g = tf.Graph()
    out = {}
    with g.as_default(), tf.Session() as sess:
        c = tf.constant(42)

        def work():
            out["graph"] = tf.get_default_graph() is g
            out["session"] = tf.get_default_session() is sess
            try:
                c.eval()
            except Exception as e:
                out["eval"] = [type(e).__name__, str(e)[:40]]
            out["run"] = int(sess.run(c))  # an explicit session works in any thread
            with sess.as_default(), g.as_default():
                out["entered"] = int(c.eval())

        t = threading.Thread(target=work)
        t.start()
        t.join()
        return out
