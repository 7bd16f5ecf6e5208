# question: sessions_q4
# loses: 15
# message: opened 1 session
# Runs in a session of its own.
def total_price(session, prices):
    with session.graph.as_default():
        shipping = session.graph.get_tensor_by_name("shipping:0")
        total = tf.reduce_sum(tf.constant(prices)) + shipping
        with tf.Session() as mine:
            return mine.run(total)
