# question: feeds_q5
# A NumPy number as the default, and the graph entered by hand.
def discount():
    graph = tf.Graph()
    with graph.as_default():
        price = tf.placeholder(tf.float32, [], name="price")
        rate = tf.placeholder_with_default(np.float32(0.25), [], "rate")
        return graph, price, rate, tf.subtract(price, tf.multiply(rate, price))
