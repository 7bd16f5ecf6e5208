# question: training_q2
# loses: 20
# message: Nothing makes `an assignment` wait for `the gradients`
# The assignments wait for their own gradient only.
def descend(loss, variables, rate):
    slopes = tf.gradients(loss, variables)
    pairs = [(v, s) for v, s in zip(variables, slopes) if s is not None]
    steps = [tf.assign_sub(v, rate * s) for v, s in pairs]
    with tf.control_dependencies(steps):
        return tf.no_op()
