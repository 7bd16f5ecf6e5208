# question: migration_q3
# Names the session in eval.
def squares(tensor):
    with v1.Session(graph=tf.Graph()) as session:
        x = v1.placeholder(tf.float32, tensor.shape)
        found = tf.multiply(x, x).eval({x: np.array(tensor)})
    return tf.convert_to_tensor(found)


def scaled(factor, values):
    with v1.Session(graph=tf.Graph()) as session:
        weight = v1.Variable(factor)
        weight.initializer.run()
        return list(map(float, (weight * values).eval()))


def product(left, right):
    with tf.Graph().as_default():
        y = tf.constant(left) * tf.constant(right)
        with v1.Session() as session:
            return float(y.eval(session=session))
