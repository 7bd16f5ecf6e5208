# question: threads_and_queues_q3
# Writes a thread class of its own.
class Doubling(threading.Thread):
    def __init__(self, session, fetch, feeds):
        super().__init__()
        self.work = session, fetch, feeds

    def run(self):
        session, fetch, feeds = self.work
        self.result = float(session.run(fetch, feed_dict=feeds))


def repaired(values):
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32)
        y = 2.0 * x
        with tf.Session() as session:
            threads = [Doubling(session, y, {x: value}) for value in values]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
    return [thread.result for thread in threads]
