# question: feeds_q4
# loses: 15
# message: the cost of 1.5 kilos is
# Makes the value fit the shape, not the shape the value.
def repaired_costs(weights):
    with tf.Graph().as_default() as graph:
        weight = tf.placeholder(tf.float32, shape=[1], name="weight")
        cost = tf.multiply(weight, 3.0, name="cost")
    costs = []
    with tf.Session(graph=graph) as session:
        for kilos in weights:
            costs.append(session.run(cost, feed_dict={weight: [kilos]}))
    return graph, costs
