# question: functions_q5
# loses: 15
# message: the sums after
# Returns the sum before the addition.
def make_total():
    kept = tf.Variable(0.0)

    @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
    def add_up(number):
        before = kept.read_value()
        kept.assign_add(number)
        return before

    return add_up
