# question: config_q4
# loses: 20
# message: `y` was made for
# Lets the session fall back instead of placing right.
def repaired_run(value):
    graph = tf.Graph()
    with graph.as_default(), tf.device("/gpu:0"):
        x = tf.placeholder(tf.float32, shape=[], name="x")
        y = tf.square(x, name="y")
    config = tf.ConfigProto(allow_soft_placement=True)
    config.use_per_session_threads = True
    config.inter_op_parallelism_threads = 4
    with tf.Session(graph=graph, config=config) as session:
        return graph, config, session.run(y, feed_dict={x: value})
