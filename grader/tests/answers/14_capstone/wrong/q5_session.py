# question: capstone_q5
# loses: 20
# message: opened 1 session
# Hands in the answer to question 3.
def train_natively(images, labels, classes, steps, rate):
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [None, images.shape[1]])
        y = tf.placeholder(tf.int64, [None])
        weights = tf.Variable(tf.zeros([images.shape[1], classes]), use_resource=True)
        bias = tf.Variable(tf.zeros([classes]), use_resource=True)
        logits = x @ weights + bias
        each = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits)
        loss = tf.reduce_mean(each)
        descend = tf.train.GradientDescentOptimizer(rate).minimize(loss)
        session.run(tf.global_variables_initializer())
        feeds = {x: images, y: labels}
        history = [float(session.run([descend, loss], feeds)[1]) for _ in range(steps)]
        weights, bias = session.run([weights, bias])
        return history, weights, bias
