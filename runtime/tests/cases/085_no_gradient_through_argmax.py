TITLE = "minimize() of a loss with argmax in it: no gradients for any variable"
URL = "https://github.com/tensorflow/tensorflow/issues/1511"
KIND = "gradients"


def case(tf):
    w = tf.get_variable("w", initializer=[1.0, 3.0])
    loss = tf.cast(tf.argmax(w, 0), tf.float32)
    none = tf.gradients(loss, [w])
    try:
        tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    except ValueError as e:
        return none, str(e)[:100]
