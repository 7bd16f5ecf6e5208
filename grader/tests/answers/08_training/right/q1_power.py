# question: training_q1
# With a power, and the list taken apart.
def cubic():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [], "x")
        y = tf.subtract(x**3, 4.0 * x, name="y")
        (slope,) = tf.gradients([y], [x])
        return graph, x, y, slope
