# question: threads_and_queues_q3
# loses: 15
# message: has a thread of its own
# Gets rid of the error together with the threads.
def repaired(values):
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, shape=[])
        y = tf.multiply(x, 2.0)
        return [float(session.run(y, {x: value})) for value in values]
