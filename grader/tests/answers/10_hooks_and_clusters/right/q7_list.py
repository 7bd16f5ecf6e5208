# question: hooks_and_clusters_q7
# Returns a list, and fetches a list.
def experiment():
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, shape=[])
        args = tf.train.SessionRunArgs([tf.square(x)], {x: 3.0})
        try:
            session.run(args)
        except TypeError:
            return ["TypeError", float(session.run(args.fetches, args.feed_dict)[0])]
        return ["", 0.0]


claim_is_true = False
