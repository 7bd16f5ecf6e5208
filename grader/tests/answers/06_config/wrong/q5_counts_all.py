# question: config_q5
# loses: 15
# message: the number of operations that the run added is
# Counts all operations instead of those added.
def experiment():
    graph = tf.Graph()
    with graph.as_default():
        y = tf.square(tf.constant(3.0))
    with tf.Session(graph=graph) as session, tf.device("/gpu:0"):
        value = session.run(y)
    return value, y.device, len(graph.get_operations())


claim_is_true = True
