# question: feeds_q5
# loses: 10
# message: It should say that it is meant to be fed
# A constant can be fed as well, but does not say so.
def discount():
    with tf.Graph().as_default() as graph:
        price = tf.placeholder(tf.float32, shape=[], name="price")
        rate = tf.constant(0.25, name="rate")
        to_pay = price - price * rate
    return graph, price, rate, to_pay
