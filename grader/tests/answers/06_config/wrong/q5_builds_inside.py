# question: config_q5
# loses: 15
# message: Cannot assign a device for operation
# Builds inside the block.
def experiment():
    graph = tf.Graph()
    with graph.as_default(), tf.device("/gpu:0"):
        y = tf.square(tf.constant(3.0), name="y")
        with tf.Session(graph=graph) as session:
            return session.run(y), y.device, 0


claim_is_true = True
