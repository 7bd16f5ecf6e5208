# question: capstone_q3
# Closes the session by hand.
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
    x, y, loss = model_of(len(images[0]), classes)
    with loss.graph.as_default():
        descend = tf.train.GradientDescentOptimizer(learning_rate=rate).minimize(loss)
        trained = tf.trainable_variables()
        session = tf.Session()
        tf.global_variables_initializer().run(session=session)
    found = {"loss": loss, "step": descend}
    history = [float(session.run(found, {x: images, y: labels})["loss"]) for _ in range(steps)]
    weights, bias = session.run(trained)
    session.close()
    return history, weights, bias
