# question: training_q2
# loses: 20
# message: the variables after a step are
# Takes the gradient of the second variable after the first has moved.
def descend(loss, variables, rate):
    last = tf.no_op()
    for variable in variables:
        with tf.control_dependencies([last]):
            a, b = (v.read_value() for v in variables[:2])
            error = 2.0 * (a * b - 6.0)
            slope = error * (b if variable is variables[0] else a)
            last = tf.assign_sub(variable, rate * slope)
    return last
