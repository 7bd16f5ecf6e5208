# question: config_q4
# loses: 20
# message: no pool of its own any more
# Drops the options.
def repaired_run(value):
    graph = tf.Graph()
    with graph.as_default(), tf.device("/cpu:0"):
        x = tf.placeholder(tf.float32, shape=[], name="x")
        y = tf.square(x, name="y")
    config = tf.ConfigProto()
    with tf.Session(graph=graph, config=config) as session:
        return graph, config, session.run(y, feed_dict={x: value})
