# question: capstone_q2
# Writes the cross entropy as a formula, and returns a list.
def classifier(pixels, classes):
    with tf.Graph().as_default():
        images = tf.placeholder(tf.float32, [None, pixels])
        labels = tf.placeholder(tf.int64, [None])
        weights = tf.Variable(np.zeros([pixels, classes], np.float32))
        bias = tf.Variable(np.zeros(classes, np.float32))
        logits = tf.matmul(images, weights) + bias
        shares = tf.nn.log_softmax(logits)
        hot = tf.one_hot(labels, classes)
        loss = -tf.reduce_mean(tf.reduce_sum(hot * shares, axis=1))
        accuracy = tf.reduce_mean(tf.cast(tf.equal(tf.argmax(logits, 1), labels), "float32"))
        return [images, labels, loss, accuracy]
