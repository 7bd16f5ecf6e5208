# question: saving_q2
# Reads the number without a Saver, and starts the variable with it.
def count_on(directory, times):
    latest = tf.train.latest_checkpoint(directory)
    before = int(tf.train.load_variable(latest, "count")) if latest else 0
    with tf.Graph().as_default(), tf.Session() as sess:
        count = tf.Variable(before, dtype=tf.int32, name="count")
        ahead = count.assign_add(1)
        sess.run(tf.global_variables_initializer())
        for _ in range(times):
            sess.run(ahead)
        after = int(sess.run(count))
        tf.train.Saver().save(sess, os.path.join(directory, "model"), after)
    return after
