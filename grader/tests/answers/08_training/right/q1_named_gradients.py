# question: training_q1
# Gives the gradients a name and a scope of their own.
def cubic():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [], "x")
        y = x**3 - 4 * x
        with tf.name_scope("derivative"):
            (slope,) = tf.gradients(y, x, name="of_y")
    return graph, x, y, slope
