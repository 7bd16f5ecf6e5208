# question: variables_q4
# loses: 20
# message: the first result is 130.0
# Adds the amount.
def spend(balance, purchases, amount):
    with tf.control_dependencies([tf.assign_add(balance, amount), tf.assign_add(purchases, 1)]):
        return balance.read_value()
