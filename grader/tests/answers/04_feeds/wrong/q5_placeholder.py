# question: feeds_q5
# loses: 10
# message: You must feed a value for placeholder tensor 'rate'
# A plain placeholder has no default.
def discount():
    with tf.Graph().as_default() as graph:
        price = tf.placeholder(tf.float32, shape=[], name="price")
        rate = tf.placeholder(tf.float32, shape=[], name="rate")
        to_pay = price - price * rate
    return graph, price, rate, to_pay
