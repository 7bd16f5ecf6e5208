# question: config_q5
# loses: 15
# message: not inside a block for the GPU
# Builds what is asked for, and runs it where no device is asked for.
def experiment():
    with tf.Graph().as_default() as graph, tf.Session() as session:
        squared = tf.square(tf.constant(2.0))
        size = len(graph.get_operations())
        found = session.run(squared)
        return found, squared.device, len(graph.get_operations()) - size


claim_is_true = False
