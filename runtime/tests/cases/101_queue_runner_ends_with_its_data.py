TITLE = "QueueRunner: the enqueue op ends, the queue is closed, the reader gets OutOfRangeError"
URL = "https://github.com/tensorflow/tensorflow/issues/7034"
KIND = "queues"


def case(tf):
    v = tf.Variable(0, name="v", use_resource=False)
    q = tf.FIFOQueue(10, [tf.int32], shapes=[()])
    qr = tf.train.QueueRunner(q, [q.enqueue(v.count_up_to(3))])
    d = q.dequeue()
    got = []
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        coord = tf.train.Coordinator()
        threads = qr.create_threads(sess, coord=coord, start=True)
        try:
            while True:
                got.append(int(sess.run(d)))
        except tf.errors.OutOfRangeError:
            end = "OutOfRangeError"
        coord.request_stop()
        coord.join(threads, stop_grace_period_secs=5)
    return got, end
