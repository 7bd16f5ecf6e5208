TITLE = "get_variable() with a name that exists"
URL = "https://github.com/gaussic/text-classification-cnn-rnn/issues/144"
KIND = "scopes"


def case(tf):
    def model():
        return tf.get_variable("embedding", shape=[2, 3])

    with tf.variable_scope("rnn", reuse=tf.AUTO_REUSE):
        same = model() is model()
    with tf.variable_scope("cnn"):
        model()
        try:
            model()
        except Exception as e:
            return same, type(e).__name__, str(e).splitlines()[0][:150].strip()
