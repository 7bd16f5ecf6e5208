# question: feeds_q7
# Runs the experiment and takes its verdict from it.
def experiment():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.int32, shape=[2])
        return graph, tf.reduce_sum(x), x, tf.constant([1, 2]) * 3


def _verdict():
    graph, fetch, x, tensor = experiment()
    with tf.Session(graph=graph) as session:
        try:
            session.run(fetch, {x: tensor})
        except TypeError:
            return False
        return True


claim_is_true = _verdict()
