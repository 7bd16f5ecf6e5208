# question: functions_q5
# Makes the variable in the first call.
def make_total():
    kept = []

    def add_up(number):
        if not kept:
            kept.append(tf.Variable(0.0))
        kept[0].assign_add(number)
        return tf.identity(kept[0])

    return tf.function(add_up, input_signature=[tf.TensorSpec([], tf.float32)])
