# question: variables_q4
# Counts first, then pays, and reads last.
def spend(balance, purchases, amount):
    with tf.control_dependencies([tf.assign_add(purchases, 1)]):
        pay = balance.assign_sub(amount)
    with tf.control_dependencies([pay]):
        return tf.identity(balance)
