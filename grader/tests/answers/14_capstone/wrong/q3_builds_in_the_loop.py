# question: capstone_q3
# loses: 20
# message: something is built in the loop
# Makes a train operation for each step.
def train(images, labels, classes, steps, rate):
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [None, images.shape[1]])
        y = tf.placeholder(tf.int64, [None])
        w = tf.get_variable("w", [images.shape[1], classes], initializer=tf.zeros_initializer())
        b = tf.get_variable("b", [classes], initializer=tf.zeros_initializer())
        logits = x @ w + b
        loss = tf.reduce_mean(
            tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits)
        )
        session.run(tf.global_variables_initializer())
        losses = []
        for _ in range(steps):
            step = tf.train.GradientDescentOptimizer(rate).minimize(loss)
            losses.append(float(session.run([loss, step], {x: images, y: labels})[0]))
        return losses, *session.run([w, b])
