# question: functions_q7
# loses: 10
# message: nodes, in their order
# Gives each type once, sorted.
def power_in_session(n, number):
    concrete = power.get_concrete_function(tf.TensorSpec([], tf.float32), n)
    graph_def = concrete.graph.as_graph_def()
    with tf.Graph().as_default(), tf1.Session() as session:
        tf.import_graph_def(graph_def, name="")
        value = session.run("Identity:0", feed_dict={"x:0": number})
        return sorted({node.op for node in graph_def.node}), float(value)
