import itertools

TITLE = "Ops created inside the loop: the graph grows with every step"
URL = "https://github.com/tensorflow/tensorflow/issues/7127"
KIND = "graph"


def case(tf):
    g = tf.get_default_graph()
    epoch = tf.constant([1, 2])
    n = []
    with tf.Session() as sess:
        for _ in range(3):
            sess.run(epoch)
            n.append(len(g.get_operations()))
        for _ in range(3):
            sess.run(epoch[0])
            n.append(len(g.get_operations()))
    steps = [b - a for a, b in itertools.pairwise(n)]
    return steps[:2], steps[2] > 0, steps[2] == steps[3] == steps[4]
