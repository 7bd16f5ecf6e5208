# question: functions_q5
# Assigns and reads, in the order of the program.
def make_total():
    kept = tf.Variable(0.0)

    @tf.function(input_signature=[tf.TensorSpec(shape=(), dtype=tf.float32)])
    def add_up(number):
        kept.assign(kept + number)
        return kept.read_value()

    return add_up
