# question: migration_q3
# loses: 4
# message: eager tensor
# Returns the squares as they come from the session, not as a tensor.
def squares(tensor):
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [None])
        return session.run(x * x, {x: tensor.numpy()})


def scaled(factor, values):
    with tf.Graph().as_default(), v1.Session() as session:
        weight = tf.Variable(factor)
        session.run(weight.initializer)
        return [float(value) for value in session.run(weight * values)]


def product(left, right):
    with tf.Graph().as_default(), v1.Session() as session:
        return float(session.run(tf.constant(left) * tf.constant(right)))
