# question: feeds_q6
# loses: 15
# message: has run something all the same
# Runs the fetch once to see whether the graph is all right.
def what_if(session, fetch, name, values):
    tensor = session.graph.get_tensor_by_name(name if ":" in name else name + ":0")
    if not session.graph.is_feedable(tensor):
        session.run(fetch)
        return None
    return [session.run(fetch, feed_dict={tensor: value}) for value in values]
