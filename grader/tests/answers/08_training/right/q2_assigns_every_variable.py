# question: training_q2
# Takes a missing gradient for zero, and assigns every variable.
def descend(loss, variables, rate):
    slopes = tf.gradients(loss, variables)
    slopes = [tf.zeros_like(v) if s is None else s for v, s in zip(variables, slopes)]
    after = [v - rate * s for v, s in zip(variables, slopes)]
    with tf.control_dependencies(after):
        return tf.group([tf.assign(v, value) for v, value in zip(variables, after)])
