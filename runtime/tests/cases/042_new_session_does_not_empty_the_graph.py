TITLE = "A new Session for each turn does not free the ops of the turn before; a new Graph does"
URL = "https://github.com/tensorflow/tensorflow/issues/700"
KIND = "graph"


def case(tf):
    g = tf.get_default_graph()
    shared, own = [], []
    for i in range(3):
        a = tf.constant([i])
        b = a + 1
        with tf.Session() as sess:
            sess.run(b)
        shared.append(len(g.get_operations()))
    for i in range(3):
        with tf.Graph().as_default() as gi:
            b = tf.constant([i]) + 1
            with tf.Session() as sess:
                sess.run(b)
            own.append(len(gi.get_operations()))
    return shared, own
