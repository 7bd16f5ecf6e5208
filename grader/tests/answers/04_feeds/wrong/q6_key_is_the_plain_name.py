# question: feeds_q6
# loses: 15
# message: refers to an Operation, not a Tensor
# Uses the name as it comes.
def what_if(session, fetch, name, values):
    tensor = session.graph.get_tensor_by_name(name if ":" in name else name + ":0")
    if not session.graph.is_feedable(tensor):
        return None
    return [session.run(fetch, feed_dict={name: value}) for value in values]
