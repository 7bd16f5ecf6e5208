# question: migration_q3
# Builds first, then opens a session for the graph.
def squares(tensor):
    graph = tf.Graph()
    with graph.as_default():
        x = v1.placeholder(tf.float32)
        y = x**2
    with v1.Session(graph=graph) as session:
        found = session.run(y, {x: tensor.numpy().tolist()})
    return tf.constant(found)


def scaled(factor, values):
    with tf.Graph().as_default() as graph:
        weight = v1.get_variable("weight", initializer=tf.constant(factor))
        y = weight * tf.constant(values)
    with v1.Session(graph=graph) as session:
        session.run(weight.initializer)
        return session.run(y).tolist()


def product(left, right):
    with tf.Graph().as_default():
        session = v1.InteractiveSession()
        try:
            return (tf.constant(left) * tf.constant(right)).eval().item()
        finally:
            session.close()
