# question: lazy_execution_q4
# Feeds and fetches by name, closes the session by hand and uses operators.
def repaired_bill(unit_price, quantity):
    with tf.Graph().as_default() as graph:
        shipping = tf.constant(4.0, name="shipping")
        price = tf.placeholder(tf.float32, shape=[], name="price")
        amount = tf.placeholder(tf.float32, shape=[], name="amount")
        tf.add(tf.multiply(amount, price, name="goods"), shipping, name="bill")
    session = tf.Session(graph=graph)
    try:
        number = session.run("bill:0", {"price:0": unit_price, "amount:0": quantity})
    finally:
        session.close()
    return graph, float(number)
