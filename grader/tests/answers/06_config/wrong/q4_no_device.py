# question: config_q4
# loses: 20
# message: no device at all
# Removes the device instead of asking for the CPU.
def repaired_run(value):
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, shape=[], name="x")
        y = tf.square(x, name="y")
    config = tf.ConfigProto(use_per_session_threads=True, inter_op_parallelism_threads=4)
    with tf.Session(graph=graph, config=config) as session, tf.device("/cpu:0"):
        return graph, config, session.run(y, feed_dict={x: value})
