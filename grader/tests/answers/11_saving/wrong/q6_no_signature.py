# question: saving_q6
# loses: 10
# message: serving_default is not among them
# Adds no signature.
def save_line(directory, slope, intercept):
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, shape=[None], name="x")
        a = tf.Variable(slope, dtype=tf.float32)
        b = tf.Variable(intercept, dtype=tf.float32)
        tf.add(a * x, b, name="y")
        sess.run(tf.global_variables_initializer())
        builder = tf.saved_model.builder.SavedModelBuilder(directory)
        builder.add_meta_graph_and_variables(sess, ["serve"])
        builder.save()
