# question: capstone_q3
# loses: 20
# message: train with 5 steps
# Opens a session for each step, which forgets what was learnt.
def model_of(pixels, classes):
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [None, pixels])
        y = tf.placeholder(tf.int64, [None])
        weights = tf.Variable(tf.zeros([pixels, classes]), use_resource=True)
        bias = tf.Variable(tf.zeros([classes]), use_resource=True)
        logits = x @ weights + bias
        each = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits)
        return x, y, tf.reduce_mean(each)


def train(images, labels, classes, steps, rate):
    x, y, loss = model_of(images.shape[1], classes)
    history = []
    with loss.graph.as_default():
        descend = tf.train.GradientDescentOptimizer(rate).minimize(loss)
        start = tf.global_variables_initializer()
        trained = tf.trainable_variables()
    for step in range(steps):
        with tf.Session(graph=loss.graph) as session:
            session.run(start)
            for _ in range(step + 1):
                now = session.run([loss, descend], {x: images, y: labels})[0]
            history.append(float(now))
            weights, bias = session.run(trained)
    return history, weights, bias
