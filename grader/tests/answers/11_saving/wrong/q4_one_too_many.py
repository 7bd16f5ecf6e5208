# question: saving_q4
# loses: 10
# message: After five steps
# Uses the Saver's own default.
def keeps_two(directory, steps):
    with tf.Graph().as_default() as graph, tf.Session() as sess:
        count = tf.Variable(0, name="count", use_resource=True)
        add_one = tf.assign_add(count, 1)
        saver = tf.train.Saver()
        sess.run(count.initializer)
        for _ in range(steps):
            saver.save(sess, os.path.join(directory, "model"), global_step=sess.run(add_one))
    return graph
