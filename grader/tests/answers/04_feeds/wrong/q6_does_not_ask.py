# question: feeds_q6
# loses: 15
# message: ValueError
# Does not ask whether the tensor may be fed.
def what_if(session, fetch, name, values):
    tensor = session.graph.get_tensor_by_name(name if ":" in name else name + ":0")
    return [session.run(fetch, feed_dict={tensor: value}) for value in values]
