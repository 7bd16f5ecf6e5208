# question: saving_q6
# loses: 10
# message: slope and intercept are two
# Writes the numbers into the graph.
def save_line(directory, slope, intercept):
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, shape=[None])
        tf.saved_model.simple_save(sess, directory, {"x": x}, {"y": slope * x + intercept})
