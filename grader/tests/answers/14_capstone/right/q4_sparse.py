# question: capstone_q4
# Uses the sparse cross entropy, with fed labels.
def unstuck(images, labels, classes, steps):
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, images.shape)
        y = tf.placeholder(tf.int32, [None])
        scores = x @ tf.Variable(tf.zeros([images.shape[1], classes]), use_resource=True)
        entropy = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=scores)
        loss = tf.reduce_mean(entropy)
        step = tf.train.GradientDescentOptimizer(1.0).minimize(loss)
        start = tf.global_variables_initializer()
    found = []
    with tf.Session(graph=graph) as session:
        session.run(start)
        for _ in range(steps):
            found.append(session.run([step, loss], {x: images, y: labels})[1].item())
    return found
