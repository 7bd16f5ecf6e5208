TITLE = (
    "Fetching an Operation gives None, fetching a Tensor gives a value; the structure of the "
    "fetches is kept"
)
URL = "https://github.com/tensorflow/tensorflow/issues/4031"
KIND = "fetch"


def case(tf):
    w = tf.Variable(2.0)
    op = tf.group(tf.assign_add(w, 1.0))
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        return (
            sess.run(op),
            sess.run({"op": op, "pair": (tf.constant(1), [tf.constant(2)])}),
            sess.run([]),
        )
