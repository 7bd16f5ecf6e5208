# question: functions_q7
# Reads the types from the operations of the function's graph.
def power_in_session(n, number):
    traced = power.get_concrete_function(tf.TensorSpec([], tf.float32), n).graph
    with tf1.Graph().as_default():
        tf1.import_graph_def(traced.as_graph_def(), name="again")
        with tf1.Session() as session:
            value = session.run("again/Identity:0", feed_dict={"again/x:0": number})
    return [op.type for op in traced.get_operations()], float(value)
