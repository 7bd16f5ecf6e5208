# question: lazy_execution_q2
# Functions instead of operators, coefficients as named constants, and a list as the result.
def polynomial():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder("float32", (), "x")
        a, b, c = (tf.constant(v, name=n) for v, n in [(3.0, "a"), (2.0, "b"), (1.0, "c")])
        y = tf.add(tf.add(tf.multiply(a, tf.square(x)), tf.multiply(b, x)), c, name="y")
    return [graph, x, y]
