# question: variables_q4
# Waits for a no_op that waits for both.
def spend(balance, purchases, amount):
    writes = [balance.assign(balance - amount), purchases.assign_add(1)]
    with tf.control_dependencies(writes):
        done = tf.no_op(name="done")
    with tf.control_dependencies([done]):
        return balance.read_value() + 0.0
