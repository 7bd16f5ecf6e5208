# question: sessions_q6
# The session runs the default graph; the other tensor is the sum of two constants.
def experiment():
    inside = tf.constant("here")
    with tf.Graph().as_default():
        outside = tf.add(1, 2, name="elsewhere")
    return tf.Session(), inside, outside


claim_is_true = False
