# question: sessions_q4
# loses: 15
# message: Let the graph compute
# Fetches the shipping and adds in Python.
def total_price(session, prices):
    return sum(prices) + session.run("shipping:0")
