# question: sessions_q4
# loses: 15
# message: No default session is registered
# Builds in the right graph and has no default session for eval.
def total_price(session, prices):
    with session.graph.as_default():
        shipping = session.graph.get_tensor_by_name("shipping:0")
        return (tf.reduce_sum(tf.constant(prices)) + shipping).eval()
