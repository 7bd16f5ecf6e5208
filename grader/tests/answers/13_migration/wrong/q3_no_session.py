# question: migration_q3
# loses: 12
# message: opened 0 sessions
# Computes eagerly, without a session.
def squares(tensor):
    return tf.square(tensor)


def scaled(factor, values):
    return [factor * value for value in values]


def product(left, right):
    return float(tf.constant(left) * tf.constant(right))
