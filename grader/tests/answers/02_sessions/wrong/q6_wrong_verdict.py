# question: sessions_q6
# loses: 10
# message: not what your own experiment says
# Believes the article and not the experiment.
def experiment():
    graph, other = tf.Graph(), tf.Graph()
    with graph.as_default():
        inside = tf.constant(1.0)
    with other.as_default():
        outside = tf.constant(2.0)
    return tf.Session(graph=graph), inside, outside


claim_is_true = True
