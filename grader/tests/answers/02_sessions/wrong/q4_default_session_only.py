# question: sessions_q4
# loses: 15
# message: must be from the same graph
# Makes the session the default one, but builds in another graph.
def total_price(session, prices):
    with session.as_default():
        shipping = session.graph.get_tensor_by_name("shipping:0")
        return (tf.reduce_sum(tf.constant(prices)) + shipping).eval()
