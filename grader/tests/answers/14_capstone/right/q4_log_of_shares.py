# question: capstone_q4
# Keeps the softmax and takes the logarithm itself.
def unstuck(images, labels, classes, steps):
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.constant(images)
        weights = tf.get_variable("w", [images.shape[1], classes], initializer=tf.zeros_initializer())
        shares = tf.nn.softmax(tf.matmul(x, weights))
        hot = tf.one_hot(labels, classes)
        loss = -tf.reduce_mean(tf.reduce_sum(hot * tf.log(shares), axis=1))
        step = tf.train.GradientDescentOptimizer(1.0).minimize(loss)
        session.run(weights.initializer)
        return [float(session.run((loss, step))[0]) for _ in range(steps)]
