# question: training_q2
# loses: 20
# message: the variables after a step are
# Adds the gradient.
def descend(loss, variables, rate):
    slopes = tf.gradients(loss, variables)
    with tf.control_dependencies(slopes):
        steps = [tf.assign_add(v, rate * s) for v, s in zip(variables, slopes)]
    with tf.control_dependencies(steps):
        return tf.no_op()
