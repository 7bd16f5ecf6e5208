# question: capstone_q2
# Uses the sparse cross entropy and in_top_k's idea by hand.
def classifier(pixels, classes):
    graph = tf.Graph()
    with graph.as_default():
        images = tf.placeholder(tf.float32, shape=(None, pixels), name="images")
        labels = tf.placeholder(tf.int64, shape=(None,), name="labels")
        bias = tf.get_variable("bias", [classes], initializer=tf.zeros_initializer())
        weights = tf.get_variable("weights", [pixels, classes], initializer=tf.zeros_initializer())
        logits = images @ weights + bias
        entropy = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
        loss = tf.reduce_mean(entropy)
        same = tf.equal(labels, tf.argmax(logits, axis=-1))
        accuracy = tf.reduce_mean(tf.where(same, tf.ones_like(entropy), tf.zeros_like(entropy)))
    return images, labels, loss, accuracy
