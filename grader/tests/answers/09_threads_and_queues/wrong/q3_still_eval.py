# question: threads_and_queues_q3
# loses: 15
# message: repaired([3.0, 4.0])
# Still evaluates without a session; only the order is repaired.
def repaired(values):
    threading.excepthook = lambda args: None
    found = [0.0] * len(values)
    with tf.Graph().as_default(), tf.Session():
        x = tf.placeholder(tf.float32, shape=[])
        y = tf.multiply(x, 2.0)

        def work(place, value):
            found[place] = float(y.eval({x: value}))

        threads = [threading.Thread(target=work, args=item) for item in enumerate(values)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return found
