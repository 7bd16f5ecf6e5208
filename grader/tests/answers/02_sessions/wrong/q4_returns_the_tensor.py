# question: sessions_q4
# loses: 15
# message: its value is expected
# Returns the tensor instead of its value.
def total_price(session, prices):
    with session.graph.as_default():
        shipping = session.graph.get_tensor_by_name("shipping:0")
        return tf.reduce_sum(tf.constant(prices)) + shipping
