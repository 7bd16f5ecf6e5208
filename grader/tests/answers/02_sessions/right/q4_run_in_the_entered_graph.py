# question: sessions_q4
# session.run needs no default session.
def total_price(session, prices):
    graph = session.graph
    with graph.as_default():
        everything = tf.add(graph.get_tensor_by_name("shipping:0"), tf.reduce_sum(prices))
    return float(session.run(everything))
