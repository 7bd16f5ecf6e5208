# question: feeds_q7
# loses: 15
# message: not what your own experiment says
# Believes the article.
def experiment():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, shape=[])
        return graph, x + 1.0, x, tf.constant(1.0)


claim_is_true = True
