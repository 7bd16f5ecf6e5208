# question: feeds_q5
# loses: 10
# message: 80.0 without a rate is 20.0
# Pays the discount instead of the rest.
def discount():
    with tf.Graph().as_default() as graph:
        price = tf.placeholder(tf.float32, shape=[], name="price")
        rate = tf.placeholder_with_default(0.25, shape=[], name="rate")
        to_pay = price * rate
    return graph, price, rate, to_pay
