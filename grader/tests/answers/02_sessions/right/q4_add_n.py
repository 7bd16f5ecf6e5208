# question: sessions_q4
# Adds constants and shipping in one operation AddN.
def total_price(session, prices):
    with session.graph.as_default():
        parts = [tf.constant(price) for price in prices]
        total = tf.add_n([*parts, session.graph.get_tensor_by_name("shipping:0")])
    return session.run(total)
