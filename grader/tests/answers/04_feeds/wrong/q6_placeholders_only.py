# question: feeds_q6
# loses: 15
# message: Is the `return` missing?
# Thinks that only placeholders can be fed.
def what_if(session, fetch, name, values):
    tensor = session.graph.get_tensor_by_name(name if ":" in name else name + ":0")
    if tensor.op.type != "Placeholder":
        return None
    return [session.run(fetch, feed_dict={tensor: value}) for value in values]
