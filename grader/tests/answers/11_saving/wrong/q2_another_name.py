# question: saving_q2
# loses: 15
# message: not one number named count
# Forgets the variable's name.
def count_on(directory, times):
    with tf.Graph().as_default(), tf.Session() as sess:
        number = tf.Variable(0, use_resource=True)
        add_one = tf.assign_add(number, 1)
        saver = tf.train.Saver()
        latest = tf.train.latest_checkpoint(directory)
        if latest:
            saver.restore(sess, latest)
        else:
            sess.run(number.initializer)
        for _ in range(times):
            sess.run(add_one)
        found = int(sess.run(number))
        saver.save(sess, os.path.join(directory, "model"), global_step=found)
        return found
