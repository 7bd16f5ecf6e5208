# question: saving_q4
# Gives the Saver the variable as its global step.
def keeps_two(directory, steps):
    with tf.Graph().as_default() as graph:
        count = tf.get_variable("count", [], tf.int32, tf.zeros_initializer())
        add_one = tf.assign_add(count, 1)
        start = tf.global_variables_initializer()
        keeper = tf.train.Saver(max_to_keep=2)
        with tf.Session() as sess:
            sess.run(start)
            for _ in range(steps):
                sess.run(add_one)
                keeper.save(sess, os.path.join(directory, "model"), count)
    return graph
