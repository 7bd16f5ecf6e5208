TITLE = "The optimizer object is fetched instead of the op that minimize() returned"
URL = "https://github.com/tensorlayer/TensorLayer/issues/108"
KIND = "fetch"


def case(tf):
    w = tf.Variable(1.0)
    train_op = tf.train.GradientDescentOptimizer(0.1)  # forgot .minimize(...)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        try:
            sess.run([w, train_op])
        except Exception as e:
            return (
                type(e).__name__,
                "has invalid type" in str(e),
                "GradientDescentOptimizer" in str(e),
            )
