# question: variables_q4
# loses: 20
# message: the first result is 100.0
# The operation made inside copies a value that was read before.
def spend(balance, purchases, amount):
    value = balance.read_value()
    pay = tf.assign_sub(balance, amount)
    count = tf.assign_add(purchases, 1)
    with tf.control_dependencies([pay, count]):
        return tf.identity(value)
