# question: config_q4
# loses: 20
# message: before the options were set
# Repairs where, and leaves the options where they are: after the session is made.
def repaired_run(value):
    graph = tf.Graph()
    with graph.as_default(), tf.device("/cpu:0"):
        x = tf.placeholder(tf.float32, shape=[], name="x")
        y = tf.square(x, name="y")
    config = tf.ConfigProto()
    with tf.Session(graph=graph, config=config) as session:
        config.use_per_session_threads = True
        config.inter_op_parallelism_threads = 4
        return graph, config, session.run(y, feed_dict={x: value})
