# question: variables_q4
# loses: 20
# message: balance after one run is 100.0
# Returns the difference and never writes the balance.
def spend(balance, purchases, amount):
    with tf.control_dependencies([tf.assign_add(purchases, 1)]):
        return balance - amount
