# question: saving_q6
# loses: 10
# message: inputs and outputs of the signature
# Gives the output another name.
def save_line(directory, slope, intercept):
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, shape=[None], name="x")
        a = tf.Variable(slope, dtype=tf.float32)
        b = tf.Variable(intercept, dtype=tf.float32)
        y = tf.add(a * x, b, name="y")
        sess.run(tf.global_variables_initializer())
        tf.saved_model.simple_save(sess, directory, {"x": x}, {"y:0": y})
