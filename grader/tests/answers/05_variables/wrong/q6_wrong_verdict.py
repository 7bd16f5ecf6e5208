# question: variables_q6
# loses: 10
# message: not what your own experiment says
# The experiment is right, its result is not believed.
def experiment():
    graph = tf.Graph()
    with graph.as_default():
        value = tf.Variable(0)
        change = tf.assign_add(value, 1)
    with tf.Session(graph=graph) as first, tf.Session(graph=graph) as second:
        first.run(value.initializer)
        second.run(value.initializer)
        first.run(change)
        return first.run(value), second.run(value)


claim_is_true = True
