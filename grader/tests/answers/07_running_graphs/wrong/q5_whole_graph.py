# question: running_graphs_q5
# loses: 15
# message: apart, which the run leaves out
# Returns all operations.
def executed(session, fetch, feed_dict):
    session.run(fetch, feed_dict)
    return {op.name for op in session.graph.get_operations()}
