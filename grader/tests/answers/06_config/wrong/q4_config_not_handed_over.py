# question: config_q4
# loses: 20
# message: The session got no configuration
# Sets the options in time, in a message that the session never gets.
def repaired_run(value):
    graph = tf.Graph()
    with graph.as_default(), tf.device("/cpu:0"):
        x = tf.placeholder(tf.float32, shape=[], name="x")
        y = tf.square(x, name="y")
    config = tf.ConfigProto(use_per_session_threads=True, inter_op_parallelism_threads=4)
    with tf.Session(graph=graph) as session:
        return graph, config, session.run(y, feed_dict={x: value})
