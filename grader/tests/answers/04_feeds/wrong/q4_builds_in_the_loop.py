# question: feeds_q4
# loses: 15
# message: 12 operations
# Builds for every weight.
def repaired_costs(weights):
    costs = []
    with tf.Graph().as_default() as graph, tf.Session() as session:
        for kilos in weights * 2:
            weight = tf.placeholder(tf.float32, shape=[], name="weight")
            cost = tf.multiply(weight, 3.0, name="cost")
            costs.append(session.run(cost, feed_dict={weight: kilos}))
    return graph, costs[: len(weights)]
