# question: feeds_q6
# loses: 15
# message: cannot be a tf.Tensor
# Makes a constant of each value and feeds that.
def what_if(session, fetch, name, values):
    tensor = session.graph.get_tensor_by_name(name if ":" in name else name + ":0")
    if not session.graph.is_feedable(tensor):
        return None
    with session.graph.as_default():
        return [session.run(fetch, {tensor: tf.constant(value)}) for value in values]
