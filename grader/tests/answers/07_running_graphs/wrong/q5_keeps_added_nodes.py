# question: running_graphs_q5
# loses: 15
# message: is no operation of the graph
# Returns all that the trace lists.
def executed(session, fetch, feed_dict):
    options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
    metadata = tf.RunMetadata()
    session.run(fetch, feed_dict, options, metadata)
    devices = metadata.step_stats.dev_stats
    return {node.node_name for device in devices for node in device.node_stats}
