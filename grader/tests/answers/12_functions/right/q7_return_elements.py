# question: functions_q7
# Lets import_graph_def map the input and return the output.
def power_in_session(n, number):
    graph_def = power.get_concrete_function(tf.TensorSpec((), tf.float32), n).graph.as_graph_def()
    graph = tf.Graph()
    with graph.as_default():
        x = tf1.placeholder(tf.float32, [])
        (y,) = tf.import_graph_def(graph_def, input_map={"x": x}, return_elements=["Identity:0"])
    with tf1.Session(graph=graph) as session:
        return [node.op for node in graph_def.node], session.run(y, {x: number}).item()
