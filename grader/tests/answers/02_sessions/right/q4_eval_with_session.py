# question: sessions_q4
# eval with the session passed to it.
def total_price(session, prices):
    with session.graph.as_default() as graph:
        summed = tf.reduce_sum(tf.constant(prices, dtype=tf.float32))
        result = summed + graph.get_tensor_by_name("shipping:0")
    return result.eval(session=session)
