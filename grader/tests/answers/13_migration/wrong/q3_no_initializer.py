# question: migration_q3
# loses: 8
# message: scaled
# Forgets the initializer, and closes no interactive session.
def squares(tensor):
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [None])
        found = session.run(x * x, {x: tensor.numpy()})
    return tf.constant(found)


def scaled(factor, values):
    with tf.Graph().as_default(), v1.Session() as session:
        weight = tf.Variable(factor)
        return [float(value) for value in session.run(weight * values)]


def product(left, right):
    with tf.Graph().as_default():
        v1.InteractiveSession()
        return float((tf.constant(left) * tf.constant(right)).eval())
