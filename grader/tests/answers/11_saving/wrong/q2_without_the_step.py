# question: saving_q2
# loses: 15
# message: with the count it is model-5
# Saves without the global step.
def count_on(directory, times):
    with tf.Graph().as_default(), tf.Session() as sess:
        count = tf.Variable(0, name="count", use_resource=True)
        add_one = tf.assign_add(count, 1)
        saver = tf.train.Saver()
        latest = tf.train.latest_checkpoint(directory)
        if latest:
            saver.restore(sess, latest)
        else:
            sess.run(count.initializer)
        for _ in range(times):
            sess.run(add_one)
        saver.save(sess, os.path.join(directory, "model"))
        return int(sess.run(count))
