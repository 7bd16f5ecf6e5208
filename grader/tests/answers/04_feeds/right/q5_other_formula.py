# question: feeds_q5
# price * (1 - rate), with a constant as the default.
def discount():
    graph = tf.Graph()
    with graph.as_default():
        rate = tf.placeholder_with_default(tf.constant(0.25), (), name="rate")
        price = tf.placeholder(tf.float32, (), "price")
        to_pay = tf.multiply(price, 1.0 - rate, name="to_pay")
    return [graph, price, rate, to_pay]
