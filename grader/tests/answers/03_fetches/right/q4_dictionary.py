# question: fetches_q4
# Fetches a dictionary.
def repaired_history(values):
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, shape=[], name="x")
        error = tf.subtract(x, 3.0, name="error")
        loss = tf.square(error, name="loss")
    history = []
    with tf.Session(graph=graph) as session:
        for value in values:
            found = session.run({"loss": loss, "error": error}, {x: value})
            history.append((found["error"], found["loss"]))
    return graph, history
