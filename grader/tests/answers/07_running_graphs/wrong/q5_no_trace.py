# question: running_graphs_q5
# loses: 15
# message: The set lacks
# Forgets to ask for a trace.
def executed(session, fetch, feed_dict):
    metadata = tf.RunMetadata()
    session.run(fetch, feed_dict, run_metadata=metadata)
    devices = metadata.step_stats.dev_stats
    return {node.node_name for device in devices for node in device.node_stats}
