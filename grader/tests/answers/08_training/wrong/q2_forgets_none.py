# question: training_q2
# loses: 20
# message: None
# Does not expect a variable without a gradient.
def descend(loss, variables, rate):
    slopes = tf.gradients(loss, variables)
    with tf.control_dependencies(slopes):
        steps = [tf.assign_sub(v, rate * s) for v, s in zip(variables, slopes)]
    with tf.control_dependencies(steps):
        return tf.no_op()
