# question: config_q4
# loses: 20
# message: left 1 open
# Repairs the first two mistakes only.
def repaired_run(value):
    graph = tf.Graph()
    with graph.as_default(), tf.device("/cpu:0"):
        x = tf.placeholder(tf.float32, shape=[], name="x")
        y = tf.square(x, name="y")
    config = tf.ConfigProto()
    config.use_per_session_threads = True
    config.inter_op_parallelism_threads = 4
    session = tf.Session(graph=graph, config=config)
    return graph, config, session.run(y, feed_dict={x: value})
