# question: variables_q6
# loses: 10
# message: Attempting to use uninitialized value
# Starts the variable in the first session only.
def experiment():
    graph = tf.Graph()
    with graph.as_default():
        value = tf.Variable(0, name="value")
        change = tf.assign_add(value, 1)
    with tf.Session(graph=graph) as first, tf.Session(graph=graph) as second:
        first.run(value.initializer)
        first.run(change)
        return first.run(value), second.run(value)


claim_is_true = False
