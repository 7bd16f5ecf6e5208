# question: capstone_q4
# loses: 15
# message: does not fall
# Cures the softmax, and keeps the initializer in the loop.
def unstuck(images, labels, classes, steps):
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [None, images.shape[1]])
        weights = tf.Variable(tf.zeros([images.shape[1], classes]), use_resource=True)
        hot = np.eye(classes, dtype=np.float32)[labels]
        scores = tf.matmul(x, weights)
        entropy = tf.nn.softmax_cross_entropy_with_logits_v2(labels=hot, logits=scores)
        loss = tf.reduce_mean(entropy)
        step = tf.train.GradientDescentOptimizer(1.0).minimize(loss)
        found = []
        for _ in range(steps):
            session.run(tf.global_variables_initializer())
            found.append(float(session.run([loss, step], {x: images})[0]))
        return found
