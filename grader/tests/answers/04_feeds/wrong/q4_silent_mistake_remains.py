# question: feeds_q4
# loses: 15
# message: the cost of 1.5 kilos is 3
# Both messages are gone, and half a kilo is given away.
def repaired_costs(weights):
    with tf.Graph().as_default() as graph:
        weight = tf.placeholder(tf.int32, shape=[], name="weight")
        cost = tf.multiply(weight, 3, name="cost")
    costs = []
    with tf.Session(graph=graph) as session:
        for kilos in weights:
            costs.append(session.run(cost, feed_dict={weight: kilos}))
    return graph, costs
