# question: saving_q2
# loses: 15
# message: the second call
# Initializes after the restore.
def count_on(directory, times):
    with tf.Graph().as_default(), tf.Session() as sess:
        count = tf.Variable(0, name="count", use_resource=True)
        add_one = tf.assign_add(count, 1)
        saver = tf.train.Saver()
        latest = tf.train.latest_checkpoint(directory)
        if latest:
            saver.restore(sess, latest)
        sess.run(count.initializer)
        for _ in range(times):
            sess.run(add_one)
        number = int(sess.run(count))
        saver.save(sess, os.path.join(directory, "model"), global_step=number)
        return number
