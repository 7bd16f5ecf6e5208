# question: saving_q6
# loses: 10
# message: no saved_model.pb
# Saves a checkpoint.
def save_line(directory, slope, intercept):
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, shape=[None], name="x")
        a = tf.Variable(slope, dtype=tf.float32)
        b = tf.Variable(intercept, dtype=tf.float32)
        tf.add(a * x, b, name="y")
        sess.run(tf.global_variables_initializer())
        tf.train.Saver().save(sess, os.path.join(directory, "model"))
