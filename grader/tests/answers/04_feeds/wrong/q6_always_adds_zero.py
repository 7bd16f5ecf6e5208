# question: feeds_q6
# loses: 15
# message: goods:0:0
# Puts :0 behind every name.
def what_if(session, fetch, name, values):
    tensor = session.graph.get_tensor_by_name(name + ":0")
    if not session.graph.is_feedable(tensor):
        return None
    return [session.run(fetch, feed_dict={tensor: value}) for value in values]
