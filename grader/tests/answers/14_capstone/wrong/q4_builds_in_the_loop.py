# question: capstone_q4
# loses: 15
# message: something is built in the loop
# Cures both mistakes, and makes a train operation for each step.
def unstuck(images, labels, classes, steps):
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [None, images.shape[1]])
        w = tf.get_variable("w", [images.shape[1], classes], initializer=tf.zeros_initializer())
        entropy = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=x @ w)
        loss = tf.reduce_mean(entropy)
        session.run(tf.global_variables_initializer())
        losses = []
        for _ in range(steps):
            step = tf.train.GradientDescentOptimizer(1.0).minimize(loss)
            losses.append(float(session.run([loss, step], {x: images})[0]))
        return losses
