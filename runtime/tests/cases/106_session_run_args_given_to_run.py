TITLE = "SessionRunArgs given to Session.run(): it is a namedtuple, so its fields become fetches"
URL = "https://www.tensorflow.org/api_docs/python/tf/compat/v1/train/SessionRunArgs"
KIND = "hooks"
URL_MATCH = "seed 000 (API page given)"


def case(tf):
    x = tf.placeholder(tf.float32, (None,))
    y = tf.square(x)
    args = tf.train.SessionRunArgs(y, feed_dict={x: [1, 2, 3]})
    with tf.Session() as sess:
        ok = sess.run(args.fetches, args.feed_dict)
        assert ok.tolist() == [1, 4, 9]
        return sess.run(args)
