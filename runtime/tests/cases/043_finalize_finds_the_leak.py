TITLE = "finalize() turns the silent growth of a graph into an error"
URL = "https://github.com/lorserker/ben/pull/15"
KIND = "graph"


def case(tf):
    x = tf.placeholder(tf.float32, (3,))
    y = x * 2.0
    tf.get_default_graph().finalize()
    with tf.Session() as sess:
        assert sess.run(y, {x: [1, 2, 3]}).tolist() == [2, 4, 6]
        return sess.run(tf.nn.softmax(y), {x: [1, 2, 3]})
