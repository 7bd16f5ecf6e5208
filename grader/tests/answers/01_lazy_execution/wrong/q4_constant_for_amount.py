# question: lazy_execution_q4
# loses: 15
# message: `amount` should be a placeholder, but it is a constant
# Avoids the second message by making the amount a constant.
def repaired_bill(unit_price, quantity):
    graph = tf.Graph()
    with graph.as_default():
        price = tf.placeholder(tf.float32, shape=[], name="price")
        amount = tf.constant(quantity, name="amount")
        goods = tf.multiply(price, amount, name="goods")
        shipping = tf.constant(4.0, name="shipping")
        bill = tf.add(goods, shipping, name="bill")
    with tf.Session(graph=graph) as session:
        return graph, session.run(bill, feed_dict={price: unit_price})
