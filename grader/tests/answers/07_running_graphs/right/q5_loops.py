# question: running_graphs_q5
# With loops and a test for each name.
def executed(session, fetch, feed_dict):
    options = tf.RunOptions()
    options.trace_level = tf.RunOptions.FULL_TRACE
    metadata = tf.RunMetadata()
    session.run(fetch, feed_dict, options, metadata)
    found = set()
    known = [op.name for op in session.graph.get_operations()]
    for device in metadata.step_stats.dev_stats:
        for node in device.node_stats:
            if node.node_name in known:
                found.add(node.node_name)
    return found
