# question: functions_q5
# loses: 15
# message: the first sum of a second function
# Makes one variable for all functions.
shared = tf.Variable(0.0)


def make_total():
    return tf.function(
        lambda number: shared.assign_add(number), input_signature=[tf.TensorSpec([], tf.float32)]
    )
