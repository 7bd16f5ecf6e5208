# question: training_q2
# Computes the values first and assigns them.
def descend(loss, variables, rate):
    slopes = tf.gradients(loss, variables)
    new = [(v, v - rate * s) for v, s in zip(variables, slopes) if s is not None]
    with tf.control_dependencies([value for _, value in new]):
        steps = [v.assign(value) for v, value in new]
    with tf.control_dependencies(steps):
        return tf.identity(loss)
