# question: feeds_q6
# loses: 15
# message: closed a session that belongs to its caller
# Enters the session, which closes it.
def what_if(session, fetch, name, values):
    tensor = session.graph.get_tensor_by_name(name if ":" in name else name + ":0")
    if not session.graph.is_feedable(tensor):
        return None
    results = [session.run(fetch, feed_dict={tensor: value}) for value in values]
    session.close()
    return results
