# question: feeds_q4
# loses: 15
# message: refers to an Operation, not a Tensor
# Feeds by name and leaves the number out.
def repaired_costs(weights):
    with tf.Graph().as_default() as graph:
        weight = tf.placeholder(tf.float32, shape=[], name="weight")
        cost = tf.multiply(weight, 3.0, name="cost")
    costs = []
    with tf.Session(graph=graph) as session:
        for weight in weights:
            costs.append(session.run(cost, feed_dict={"weight": weight}))
    return graph, costs
