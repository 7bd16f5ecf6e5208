# question: saving_q3
# loses: 15
# message: Key layer/
# Restores under today's names.
def today(path):
    with tf.Graph().as_default(), tf.Session() as sess:
        kernel = tf.Variable([0.0, 0.0], name="layer/kernel")
        offset = tf.Variable(0.0, name="layer/offset")
        scale = tf.Variable(1.0, name="layer/scale")
        tf.train.Saver().restore(sess, path)
        return sess.run({v.op.name: v for v in (kernel, offset, scale)})
