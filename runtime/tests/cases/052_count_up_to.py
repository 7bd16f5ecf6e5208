TITLE = "count_up_to() returns the old value and ends with OutOfRangeError"
URL = "https://github.com/tensorflow/tensorflow/issues/4424"
KIND = "init"


def case(tf):
    v = tf.Variable(0, name="v", use_resource=False)
    count = v.count_up_to(2)
    out = []
    with tf.Session() as sess:
        sess.run(v.initializer)
        for _ in range(3):
            try:
                out.append([int(sess.run(count)), int(sess.run(v))])
            except Exception as e:
                out.append([type(e).__name__, int(sess.run(v))])
    return out
