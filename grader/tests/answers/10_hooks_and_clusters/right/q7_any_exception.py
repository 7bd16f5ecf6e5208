# question: hooks_and_clusters_q7
# Catches every exception, and derives the verdict.
def experiment():
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, name="x")
        args = tf.train.SessionRunArgs(fetches=x * x, feed_dict={x: 3.0})
    with tf.Session(graph=graph) as session:
        fetches, feeds, _ = args
        value = session.run(fetches, feeds)
        try:
            session.run(args)
            kind = ""
        except Exception as error:
            kind = error.__class__.__name__
    return kind, float(value)


claim_is_true = experiment()[0] == ""
