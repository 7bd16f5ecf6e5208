# question: hooks_and_clusters_q7
# loses: 10
# message: Your verdict
# Believes the article.
def experiment():
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, shape=[])
        args = tf.train.SessionRunArgs(tf.square(x), feed_dict={x: 3.0})
        try:
            session.run(args)
        except Exception as error:
            return type(error).__name__, float(session.run(args.fetches, args.feed_dict))


claim_is_true = True
