# question: variables_q4
# loses: 20
# message: purchases after one run is 0
# Nothing makes the count run.
def spend(balance, purchases, amount):
    pay = tf.assign_sub(balance, amount)
    tf.assign_add(purchases, 1)
    with tf.control_dependencies([pay]):
        return balance.read_value()
