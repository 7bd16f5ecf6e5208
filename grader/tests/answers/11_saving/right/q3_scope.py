# question: saving_q3
# Initializes everything first, in a variable scope, and returns lists.
def today(path):
    with tf.Graph().as_default(), tf.Session() as sess:
        with tf.variable_scope("layer"):
            kernel = tf.get_variable("kernel", [2], initializer=tf.zeros_initializer())
            offset = tf.get_variable("offset", [], initializer=tf.zeros_initializer())
            scale = tf.get_variable("scale", [], initializer=tf.ones_initializer())
        sess.run(tf.global_variables_initializer())
        tf.train.Saver(var_list={"b": offset, "W": kernel}).restore(sess, path)
        return {
            "layer/kernel": sess.run(kernel).tolist(),
            "layer/offset": float(sess.run(offset)),
            "layer/scale": float(sess.run(scale)),
        }
