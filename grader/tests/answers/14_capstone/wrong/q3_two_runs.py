# question: capstone_q3
# loses: 20
# message: should be enough
# Fetches the loss in a run of its own, before the step.
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
    with loss.graph.as_default(), tf.Session() as session:
        descend = tf.train.GradientDescentOptimizer(rate).minimize(loss)
        session.run(tf.global_variables_initializer())
        history = []
        for _ in range(steps):
            history.append(float(session.run(loss, {x: images, y: labels})))
            session.run(descend, {x: images, y: labels})
        weights, bias = session.run(tf.trainable_variables())
        return history, weights, bias
