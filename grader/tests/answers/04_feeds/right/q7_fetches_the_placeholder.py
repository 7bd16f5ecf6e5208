# question: feeds_q7
# The fetch is the placeholder itself, and the tensor a text.
def experiment():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.string)
        return [graph, x, x, tf.constant("km")]


claim_is_true = False
