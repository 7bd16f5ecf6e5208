# question: fetches_q5
# Doubled and halved again; the verdict is computed.
def experiment():
    with tf.Graph().as_default() as graph:
        noise = tf.random_uniform([], 0, 1000, dtype=tf.int32)
        return [graph, noise, (noise + noise) // 2]


def _verdict():
    graph, first, second = experiment()
    with tf.Session(graph=graph) as session:
        return all(session.run(first) == session.run(second) for _ in range(10))


claim_is_true = _verdict()
