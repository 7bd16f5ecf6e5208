# question: functions_q5
# loses: 15
# message: the sums after
# Keeps the sum in Python.
def make_total():
    kept = [0.0]

    @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
    def add_up(number):
        return number + kept[0]

    return add_up
