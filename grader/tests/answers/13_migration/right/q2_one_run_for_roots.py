# question: migration_q2
# All roots in one run, and sums with an operation for each value.
def roots(values):
    graph = tf.Graph()
    with graph.as_default():
        y = tf.sqrt(tf.constant(values, tf.float32))
    with v1.Session(graph=graph) as session:
        return session.run(y).tolist()


def running_sums(values):
    with tf.Graph().as_default(), v1.Session() as session:
        total = v1.Variable(0.0)
        session.run(total.initializer)
        return [float(session.run(total.assign_add(value))) for value in values]
