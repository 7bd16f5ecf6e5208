# question: variables_q6
# loses: 10
# message: left 2 open
# Closes neither session.
def experiment():
    graph = tf.Graph()
    with graph.as_default():
        value = tf.Variable(0)
        change = tf.assign_add(value, 1)
    first, second = tf.Session(graph=graph), tf.Session(graph=graph)
    first.run(value.initializer)
    second.run(value.initializer)
    first.run(change)
    return first.run(value), second.run(value)


claim_is_true = False
