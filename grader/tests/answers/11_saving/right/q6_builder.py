# question: saving_q6
# Uses the builder, and fixed numbers of another kind as initial values.
def save_line(directory, slope, intercept):
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, [None], name="anything")
        a = tf.get_variable("a", initializer=tf.constant(slope, tf.float32))
        b = tf.get_variable("b", initializer=tf.constant(intercept, tf.float32))
        y = a * x + b
        begin = tf.global_variables_initializer()
        signature = tf.saved_model.predict_signature_def(inputs={"x": x}, outputs={"y": y})
        with tf.Session() as sess:
            sess.run(begin)
            builder = tf.saved_model.Builder(directory)
            builder.add_meta_graph_and_variables(
                sess, ["serve"], signature_def_map={"serving_default": signature}
            )
            builder.save()
