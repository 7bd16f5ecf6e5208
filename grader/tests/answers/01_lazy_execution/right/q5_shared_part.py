# question: lazy_execution_q5
# Both tensors share a constant, and only one of them needs the placeholder; the verdict comes
# from running the experiment.
def experiment():
    graph = tf.Graph()
    with graph.as_default():
        shared = tf.constant([1.0, 2.0])
        unfed = tf.placeholder(tf.float32, shape=[2])
        wanted = shared * 10.0
        other = shared + unfed
    return graph, wanted, other


def _claim():
    graph, wanted, _ = experiment()
    with tf.Session(graph=graph) as session:
        try:
            session.run(wanted)
        except tf.errors.InvalidArgumentError:
            return True
        return False


claim_is_true = _claim()
