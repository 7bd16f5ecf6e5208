# question: capstone_q2
# loses: 20
# message: trainable variables
# Has no bias.
def classifier(pixels, classes):
    with tf.Graph().as_default():
        images = tf.placeholder(tf.float32, [None, pixels])
        labels = tf.placeholder(tf.int64, [None])
        weights = tf.Variable(tf.zeros([pixels, classes]), use_resource=True)
        logits = tf.matmul(images, weights)
        hot = tf.one_hot(labels, classes)
        losses = tf.nn.softmax_cross_entropy_with_logits_v2(labels=hot, logits=logits)
        right = tf.cast(tf.equal(tf.argmax(logits, axis=1), labels), tf.float32)
        return images, labels, tf.reduce_mean(losses), tf.reduce_mean(right)
