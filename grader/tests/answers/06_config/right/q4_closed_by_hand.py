# question: config_q4
# Closes by hand.
def repaired_run(value):
    config = tf.ConfigProto(use_per_session_threads=True, inter_op_parallelism_threads=4)
    graph = tf.Graph()
    with graph.as_default():
        with tf.device("/cpu:0"):
            x = tf.placeholder(tf.float32, shape=[], name="x")
            y = tf.square(x, name="y")
    session = tf.Session(graph=graph, config=config)
    number = float(session.run(y, feed_dict={x: value}))
    session.close()
    return graph, config, number
