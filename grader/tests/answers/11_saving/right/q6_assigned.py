# question: saving_q6
# Starts at zero and assigns the numbers in the session.
def save_line(directory, slope, intercept):
    with tf.Graph().as_default(), tf.Session() as sess:
        given = tf.placeholder(tf.float32, [None], name="x")
        pair = [tf.Variable(0.0, name=name, use_resource=True) for name in ("slope", "base")]
        sess.run([tf.assign(pair[0], slope), tf.assign(pair[1], intercept)])
        value = tf.add(pair[0] * given, pair[1])
        tf.saved_model.simple_save(sess, directory, inputs={"x": given}, outputs={"y": value})
