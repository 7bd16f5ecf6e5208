# question: capstone_q4
# loses: 15
# message: too slowly
# Makes up for the softmax by a higher rate.
def unstuck(images, labels, classes, steps):
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [None, images.shape[1]])
        weights = tf.Variable(tf.zeros([images.shape[1], classes]), use_resource=True)
        shares = tf.nn.softmax(tf.matmul(x, weights))
        hot = np.eye(classes, dtype=np.float32)[labels]
        entropy = tf.nn.softmax_cross_entropy_with_logits_v2(labels=hot, logits=shares)
        loss = tf.reduce_mean(entropy)
        step = tf.train.GradientDescentOptimizer(3.0).minimize(loss)
        session.run(tf.global_variables_initializer())
        return [float(session.run([loss, step], {x: images})[0]) for _ in range(steps)]
