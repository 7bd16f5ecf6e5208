# question: feeds_q4
# loses: 15
# message: has the static shape (None,)
# Leaves the shape out: now anything can be fed.
def repaired_costs(weights):
    with tf.Graph().as_default() as graph:
        weight = tf.placeholder(tf.float32, shape=[None], name="weight")
        cost = tf.multiply(weight, 3.0, name="cost")
    costs = []
    with tf.Session(graph=graph) as session:
        for kilos in weights:
            costs.append(session.run(cost, feed_dict={weight: [kilos]})[0])
    return graph, costs
