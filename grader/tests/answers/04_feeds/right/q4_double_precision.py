# question: feeds_q4
# float64 keeps even more of half a kilo.
def repaired_costs(weights):
    graph = tf.Graph()
    with graph.as_default():
        weight = tf.placeholder(tf.float64, shape=(), name="weight")
        cost = tf.multiply(weight, np.float64(3.0), name="cost")
    costs = []
    with tf.Session(graph=graph) as session:
        for w in weights:
            costs.append(float(session.run(cost, feed_dict={weight: w})))
    return graph, costs
