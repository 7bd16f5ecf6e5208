# question: feeds_q4
# The key is the name of the tensor, so the loop may use the other name.
def repaired_costs(weights):
    with tf.Graph().as_default() as graph:
        tf.multiply(tf.placeholder(tf.float32, shape=[], name="weight"), 3, name="cost")
    with tf.Session(graph=graph) as session:
        return graph, [session.run("cost:0", {"weight:0": weight}) for weight in weights]
