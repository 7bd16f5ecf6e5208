# question: hooks_and_clusters_q7
# loses: 10
# message: two runs
# Looks for .results on the tuple and never runs it.
def experiment():
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, shape=[])
        args = tf.train.SessionRunArgs(tf.square(x), feed_dict={x: 3.0})
        kind = "" if hasattr(args, "results") else "TypeError"
        return kind, float(session.run(args.fetches, feed_dict=args.feed_dict))


claim_is_true = False
