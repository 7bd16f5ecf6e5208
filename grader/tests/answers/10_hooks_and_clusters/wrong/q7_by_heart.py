# question: hooks_and_clusters_q7
# loses: 10
# message: none of its runs failed with it
# Unpacks the arguments twice, and returns what the lesson has shown.
def experiment():
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, shape=[])
        args = tf.train.SessionRunArgs(tf.square(x), feed_dict={x: 3.0})
        found = [session.run(args.fetches, feed_dict=args.feed_dict) for _ in range(2)]
        return "TypeError", float(found[1])


claim_is_true = False
