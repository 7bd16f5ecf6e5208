# question: sessions_q4
# Builds the sum by Python's loop over the prices, one addition for each.
def total_price(session, prices):
    with session.graph.as_default():
        total = session.graph.get_tensor_by_name("shipping:0")
        for price in prices:
            total = total + price
    return session.run(total)
