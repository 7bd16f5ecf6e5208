TITLE = "Nothing fills the queue: run() waits for ever; a timeout turns it into an error"
URL = "https://github.com/tensorflow/tensorflow/issues/7945"
KIND = "queues"


def case(tf):
    q = tf.FIFOQueue(3, [tf.int32], shapes=[()])
    tf.train.add_queue_runner(tf.train.QueueRunner(q, [q.enqueue(1)]))
    d = q.dequeue()
    with tf.Session() as sess:
        try:
            return sess.run(d, options=tf.RunOptions(timeout_in_ms=200))
        except Exception as e:
            first = type(e).__name__
        coord = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess=sess, coord=coord)
        got = sess.run(d)
        coord.request_stop()
        coord.join(threads, stop_grace_period_secs=5)
        return first, got, len(threads)
