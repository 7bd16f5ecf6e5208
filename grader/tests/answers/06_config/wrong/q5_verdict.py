# question: config_q5
# loses: 15
# message: Your verdict is not what your own experiment says
# The experiment is right, its result is not believed.
def experiment():
    graph = tf.Graph()
    with graph.as_default():
        y = tf.square(tf.constant(3.0))
    before = len(graph.get_operations())
    with tf.Session(graph=graph) as session, tf.device("/gpu:0"):
        value = session.run(y)
    return value, y.device, len(graph.get_operations()) - before


claim_is_true = True
