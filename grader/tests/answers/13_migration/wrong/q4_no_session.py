# question: migration_q4
# loses: 12
# message: opened 0 sessions
# Computes eagerly, without a session.
def squares(values):
    return [float(value) for value in tf.square(values)]


def scaled(factor, values):
    return [factor * value for value in values]


def product(left, right):
    return float(tf.constant(left) * tf.constant(right))
