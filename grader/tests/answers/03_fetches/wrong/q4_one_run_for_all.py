# question: fetches_q4
# loses: 15
# message: `x` has the static shape
# Changes the placeholder to a vector and runs once for all values.
def repaired_history(values):
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, shape=[None], name="x")
        error = tf.subtract(x, 3.0, name="error")
        loss = tf.square(error, name="loss")
    with tf.Session(graph=graph) as session:
        errors, losses = session.run([error, loss], feed_dict={x: values})
    return graph, list(zip(errors, losses))
