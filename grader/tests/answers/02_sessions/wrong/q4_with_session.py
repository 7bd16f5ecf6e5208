# question: sessions_q4
# loses: 15
# message: closed a session that belongs to its caller
# Enters the session with `with session:`, which closes it.
def total_price(session, prices):
    with session:
        shipping = session.graph.get_tensor_by_name("shipping:0")
        return (tf.reduce_sum(tf.constant(prices)) + shipping).eval()
