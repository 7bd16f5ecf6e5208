# question: variables_q4
# loses: 20
# message: the first result is 100.0
# Names an older tensor inside the block.
def spend(balance, purchases, amount):
    value = tf.identity(balance)
    pay = tf.assign_sub(balance, amount)
    count = tf.assign_add(purchases, 1)
    with tf.control_dependencies([pay, count]):
        result = value
    return result
