# question: functions_q6
# Hangs the check on the input, by an identity.
@tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
def root(x):
    tf.Assert(tf.logical_not(x < 0.0), ["negative:", x])
    return tf.sqrt(x)


def root_in_session(number):
    graph = tf.Graph()
    with graph.as_default():
        x = tf1.placeholder(tf.float32, shape=[], name="x")
        with tf.control_dependencies([tf.Assert(tf.greater_equal(x, 0.0), [x])]):
            safe = tf.identity(x)
        y = tf.sqrt(safe)
    with tf1.Session(graph=graph) as session:
        return session.run(y, {x: number}).item()
