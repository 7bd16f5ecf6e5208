# question: lazy_execution_q4
# loses: 15
# message: repaired_bill at other numbers is 14.0
# Feeds the numbers of the example instead of the arguments.
def repaired_bill(unit_price, quantity):
    graph = tf.Graph()
    with graph.as_default():
        price = tf.placeholder(tf.float32, shape=[], name="price")
        amount = tf.placeholder(tf.float32, shape=[], name="amount")
        goods = tf.multiply(price, amount, name="goods")
        shipping = tf.constant(4.0, name="shipping")
        bill = tf.add(goods, shipping, name="bill")
    with tf.Session(graph=graph) as session:
        return graph, session.run(bill, feed_dict={price: 2.5, amount: 4.0})
