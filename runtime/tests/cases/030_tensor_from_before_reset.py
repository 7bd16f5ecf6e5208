TITLE = "A tensor made before reset_default_graph() is no element of the new graph"
URL = "https://github.com/udacity/self-driving-car/pull/30"
KIND = "graph"


def case(tf):
    old = tf.constant(1, name="old")
    tf.reset_default_graph()
    tf.constant(2, name="new")
    with tf.Session() as sess:
        return sess.run(old)
