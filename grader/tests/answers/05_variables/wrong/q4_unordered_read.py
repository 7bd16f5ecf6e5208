# question: variables_q4
# loses: 20
# message: does not wait for the change
# Reads before the block and only passes the value on inside it.
def spend(balance, purchases, amount):
    rest = balance - amount
    with tf.control_dependencies([tf.assign_sub(balance, amount), tf.assign_add(purchases, 1)]):
        return tf.identity(rest)
