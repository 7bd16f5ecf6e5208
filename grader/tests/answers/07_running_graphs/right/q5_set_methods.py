# question: running_graphs_q5
# With set methods.
def executed(session, fetch, feed_dict):
    taken = tf.RunMetadata()
    session.run(
        fetch,
        feed_dict=dict(feed_dict),
        options=tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE),
        run_metadata=taken,
    )
    traced = set()
    for device in taken.step_stats.dev_stats:
        traced.update(node.node_name for node in device.node_stats)
    return traced.intersection(op.name for op in session.graph.get_operations())
