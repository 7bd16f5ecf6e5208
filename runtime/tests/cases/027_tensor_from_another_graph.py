TITLE = "The fetched tensor belongs to another graph than the session's"
URL = "https://github.com/minimaxir/gpt-2-simple/issues/118"
KIND = "graph"


def case(tf):
    g1, g2 = tf.Graph(), tf.Graph()
    with g1.as_default():
        a = tf.constant(1.0, name="a")
    with g2.as_default():
        tf.constant(2.0)
    with tf.Session(graph=g2) as sess:
        return sess.run(a)
