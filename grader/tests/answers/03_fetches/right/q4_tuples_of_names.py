# question: fetches_q4
# Fetches and feeds by name, and each entry is what the run gives.
def repaired_history(values):
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, shape=[], name="x")
        tf.square(tf.subtract(x, 3.0, name="error"), name="loss")
        with tf.Session() as session:
            return [graph, [session.run(("error:0", "loss:0"), {"x:0": v}) for v in values]]
