# question: sessions_q4
# loses: 15
# message: made 2 runs
# The graph computes the sum, and Python adds the shipping of a second run.
def total_price(session, prices):
    with session.graph.as_default():
        total = tf.reduce_sum(tf.constant(prices))
    return session.run(total) + session.run("shipping:0")
