# question: saving_q3
# loses: 15
# message: Could not find variable layer/scale
# Does not initialize the third variable.
def today(path):
    with tf.Graph().as_default(), tf.Session() as sess:
        kernel = tf.Variable([0.0, 0.0], name="layer/kernel")
        offset = tf.Variable(0.0, name="layer/offset")
        scale = tf.Variable(1.0, name="layer/scale")
        tf.train.Saver({"W": kernel, "b": offset}).restore(sess, path)
        return sess.run({v.op.name: v for v in (kernel, offset, scale)})
