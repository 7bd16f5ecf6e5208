# question: running_graphs_q5
# loses: 15
# message: is a list; a set is expected
# Returns a list.
def executed(session, fetch, feed_dict):
    options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
    metadata = tf.RunMetadata()
    session.run(fetch, feed_dict, options, metadata)
    return [node.node_name for node in metadata.step_stats.dev_stats[0].node_stats]
