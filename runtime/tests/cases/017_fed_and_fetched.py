TITLE = "The same tensor is fed and fetched in one run (an error in TF 1.0, fine now)"
URL = "https://github.com/hunkim/DeepLearningZeroToAll/pull/72"
KIND = "feed"


def case(tf):
    w = tf.placeholder(tf.float32)
    cost = (w - 1.0) ** 2
    with tf.Session() as sess:
        return sess.run([cost, w], {w: 3.0})
