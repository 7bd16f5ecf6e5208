# question: feeds_q4
# loses: 15
# message: shape unknown
# Takes the shape away, so that nothing is checked any more.
def repaired_costs(weights):
    with tf.Graph().as_default() as graph:
        weight = tf.placeholder(tf.float32, name="weight")
        cost = tf.multiply(weight, 3.0, name="cost")
    costs = []
    with tf.Session(graph=graph) as session:
        for kilos in weights:
            costs.append(session.run(cost, feed_dict={weight: kilos}))
    return graph, costs
