# question: lazy_execution_q4
# loses: 15
# message: left 1 open
# Opens the session without with and never closes it.
def repaired_bill(unit_price, quantity):
    graph = tf.Graph()
    with graph.as_default():
        price = tf.placeholder(tf.float32, shape=[], name="price")
        amount = tf.placeholder(tf.float32, shape=[], name="amount")
        goods = tf.multiply(price, amount, name="goods")
        shipping = tf.constant(4.0, name="shipping")
        bill = tf.add(goods, shipping, name="bill")
    session = tf.Session(graph=graph)
    return graph, session.run(bill, feed_dict={price: unit_price, amount: quantity})
