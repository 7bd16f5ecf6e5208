# question: variables_q4
# loses: 20
# message: the first result is 100.0
# Builds the writes and returns the variable's value beside them.
def spend(balance, purchases, amount):
    tf.assign_sub(balance, amount)
    tf.assign_add(purchases, 1)
    return tf.identity(balance)
