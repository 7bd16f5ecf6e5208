# question: feeds_q5
# loses: 10
# message: 80.0 at a rate of 0.5 is 60.0
# The formula uses the number, not the tensor.
def discount():
    with tf.Graph().as_default() as graph:
        price = tf.placeholder(tf.float32, shape=[], name="price")
        rate = tf.placeholder_with_default(0.25, shape=[], name="rate")
        to_pay = price - price * 0.25
    return graph, price, rate, to_pay
