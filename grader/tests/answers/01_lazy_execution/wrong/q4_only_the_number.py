# question: lazy_execution_q4
# loses: 15
# message: it should return (graph, number)
# Returns the number without the graph.
def repaired_bill(unit_price, quantity):
    graph = tf.Graph()
    with graph.as_default():
        price = tf.placeholder(tf.float32, shape=[], name="price")
        amount = tf.placeholder(tf.float32, shape=[], name="amount")
        goods = tf.multiply(price, amount, name="goods")
        shipping = tf.constant(4.0, name="shipping")
        bill = tf.add(goods, shipping, name="bill")
    with tf.Session(graph=graph) as session:
        return session.run(bill, feed_dict={price: unit_price, amount: quantity})
