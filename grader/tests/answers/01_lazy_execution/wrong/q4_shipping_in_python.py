# question: lazy_execution_q4
# loses: 15
# message: has lost the operation
# Adds the shipping in Python, after the run.
def repaired_bill(unit_price, quantity):
    graph = tf.Graph()
    with graph.as_default():
        price = tf.placeholder(tf.float32, shape=[], name="price")
        amount = tf.placeholder(tf.float32, shape=[], name="amount")
        goods = tf.multiply(price, amount, name="goods")
    with tf.Session(graph=graph) as session:
        return graph, session.run(goods, feed_dict={price: unit_price, amount: quantity}) + 4.0
