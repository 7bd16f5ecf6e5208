# question: sessions_q4
# Sums by a product with ones.
def total_price(session, prices):
    with session.graph.as_default():
        ones = tf.ones([len(prices)])
        shipping = session.graph.get_tensor_by_name("shipping:0")
        return session.run(tf.tensordot(prices, ones, axes=1) + shipping)
