# question: hooks_and_clusters_q7
# loses: 10
# message: no error
# Gives run the fetches only.
def experiment():
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, shape=[])
        args = tf.train.SessionRunArgs(tf.square(x), feed_dict={x: 3.0})
        session.run(args.fetches, args.feed_dict)
        return "", float(session.run(args.fetches, args.feed_dict))


claim_is_true = False
