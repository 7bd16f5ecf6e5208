# question: training_q2
# Adds the negative, and returns a constant that waits.
def descend(loss, variables, rate):
    slopes = tf.gradients(loss, variables)
    kept = [i for i, slope in enumerate(slopes) if slope is not None]
    with tf.control_dependencies([slopes[i] for i in kept]):
        steps = [tf.assign_add(variables[i], -rate * slopes[i]) for i in kept]
    with tf.control_dependencies(steps):
        return tf.constant(0)
