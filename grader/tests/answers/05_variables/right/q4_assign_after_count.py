# question: variables_q4
# Returns what assign_sub returns, made after the count.
def spend(balance, purchases, amount):
    with tf.control_dependencies([tf.assign_add(purchases, 1)]):
        return tf.assign_sub(balance, amount)
