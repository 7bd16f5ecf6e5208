TITLE = "Two fetches in one run share the work, two runs do it twice"
URL = "https://github.com/tensorflow/tensorflow/issues/11542"
KIND = "fetch"


def case(tf):
    calls = []
    x = tf.placeholder(tf.float32, (2,))
    net = tf.py_func(lambda v: (calls.append(1), v * 2)[1], [x], tf.float32)
    net.set_shape([2])
    cost, accuracy = tf.reduce_sum(net), tf.reduce_mean(net)
    with tf.Session() as sess:
        sess.run([cost, accuracy], {x: [1, 2]})
        once = len(calls)
        sess.run(cost, {x: [1, 2]})
        sess.run(accuracy, {x: [1, 2]})
        w = sess.run(tf.constant(3.0))  # needs no feed: the rest is not run
        return once, len(calls), w
