# question: functions_q7
# loses: 10
# message: opened 0 sessions
# Calls the function instead of a session.
def power_in_session(n, number):
    concrete = power.get_concrete_function(tf.TensorSpec([], tf.float32), n)
    types = [node.op for node in concrete.graph.as_graph_def().node]
    return types, float(power(tf.constant(number), n))
