# question: feeds_q5
# loses: 10
# message: is named 'PlaceholderWithDefault'
# Forgets the name.
def discount():
    with tf.Graph().as_default() as graph:
        price = tf.placeholder(tf.float32, shape=[], name="price")
        rate = tf.placeholder_with_default(0.25, shape=[])
        to_pay = price - price * rate
    return graph, price, rate, to_pay
