# question: variables_q4
# Computes the rest first, assigns it, and returns it after that.
def spend(balance, purchases, amount):
    rest = balance - amount
    with tf.control_dependencies([tf.assign(balance, rest), tf.assign_add(purchases, 1)]):
        return tf.identity(rest)
