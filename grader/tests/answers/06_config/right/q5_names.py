# question: config_q5
# Compares names, and closes by hand.
def experiment():
    graph = tf.Graph()
    with graph.as_default():
        y = tf.constant(1.0, name="y")
    before = {op.name for op in graph.get_operations()}
    session = tf.Session(graph=graph)
    with tf.device("/device:GPU:0"):
        value = session.run("y:0")
    session.close()
    return value, y.device, len({op.name for op in graph.get_operations()} - before)


claim_is_true = not True
