# question: saving_q3
# loses: 15
# message: The keys are
# Uses the names of the variables, with a colon.
def today(path):
    with tf.Graph().as_default(), tf.Session() as sess:
        kernel = tf.Variable([0.0, 0.0], name="layer/kernel")
        offset = tf.Variable(0.0, name="layer/offset")
        scale = tf.Variable(1.0, name="layer/scale")
        saver = tf.train.Saver({"W": kernel, "b": offset})
        sess.run(tf.global_variables_initializer())
        saver.restore(sess, path)
        return {v.name: sess.run(v) for v in (kernel, offset, scale)}
