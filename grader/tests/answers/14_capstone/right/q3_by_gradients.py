# question: capstone_q3
# Writes the descent with gradients and assignments.
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
    graph = loss.graph
    with graph.as_default():
        both = tf.trainable_variables()
        changes = [tf.assign_sub(v, rate * g) for v, g in zip(both, tf.gradients(loss, both))]
        descend = tf.group(*changes)
        start = tf.global_variables_initializer()
    graph.finalize()
    with tf.Session(graph=graph) as session:
        session.run(start)
        history = []
        for _ in range(steps):
            _, now = session.run((descend, loss), feed_dict={x: images, y: labels})
            history.append(now.item())
        both = session.run(both)
    return [history, both[0], both[1]]
