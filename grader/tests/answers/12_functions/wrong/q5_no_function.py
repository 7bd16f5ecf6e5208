# question: functions_q5
# loses: 15
# message: no tf.function
# Returns a Python function.
def make_total():
    kept = tf.Variable(0.0)

    def add_up(number):
        return kept.assign_add(number)

    return add_up
