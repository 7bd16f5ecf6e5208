# question: feeds_q4
# loses: 15
# message: Cannot feed value of shape ()
# Renames the loop variable and leaves the rest.
def repaired_costs(weights):
    with tf.Graph().as_default() as graph:
        weight = tf.placeholder(tf.int32, shape=[1], name="weight")
        cost = tf.multiply(weight, 3, name="cost")
    costs = []
    with tf.Session(graph=graph) as session:
        for kilos in weights:
            costs.append(session.run(cost, feed_dict={weight: kilos}))
    return graph, costs
