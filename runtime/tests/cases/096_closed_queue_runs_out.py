TITLE = "dequeue from a closed queue that is empty"
URL = "https://github.com/davidsandberg/facenet/issues/338"
KIND = "queues"


def case(tf):
    q = tf.FIFOQueue(3, [tf.int32], shapes=[()], name="q")
    fill, shut, one, many = q.enqueue_many([[1, 2, 3]]), q.close(), q.dequeue(), q.dequeue_many(2)
    with tf.Session() as sess:
        sess.run(fill)
        sess.run(shut)
        a, b, n = sess.run(many), sess.run(one), sess.run(q.size())
        try:
            sess.run(one)
        except Exception as e:
            return (
                a,
                b,
                n,
                type(e).__name__,
                "is closed and has insufficient elements (requested 1, current size 0)" in str(e),
            )
