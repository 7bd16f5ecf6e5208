# question: sessions_q4
# loses: 15
# message: who does?
# The sum is made in Python and only the shipping is added by the graph.
def total_price(session, prices):
    with session.graph.as_default():
        shipping = session.graph.get_tensor_by_name("shipping:0")
        return session.run(shipping + sum(prices))
