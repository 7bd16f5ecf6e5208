# question: config_q4
# Places only the square.
def repaired_run(value):
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, shape=[], name="x")
        with tf.device("/device:CPU:0"):
            y = tf.multiply(x, x, name="y")
        config = tf.ConfigProto()
        config.inter_op_parallelism_threads = 4
        config.use_per_session_threads = True
        with tf.Session(config=config) as session:
            return [graph, config, session.run(y, {x: value})]
