# question: lazy_execution_q2
# loses: 20
# message: NameError
# A syntax error: the cell never defines the function.
def polynomial()
    graph = tf.Graph()
    return graph
