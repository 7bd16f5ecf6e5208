TITLE = (
    "Fetching only the gradient does not run the forward ops it does not need (a Print, a counter)"
)
URL = "https://github.com/tensorflow/tensorflow/issues/4224"
KIND = "gradients"


def case(tf):
    n = tf.get_variable("n", initializer=0, use_resource=True)
    x = tf.Variable(2.0, use_resource=True)
    h = x * 3.0
    with tf.control_dependencies([tf.assign_add(n, 1)]):
        y = tf.identity(h)  # the gradient does not need y itself
    g = tf.get_default_graph()
    before = len(g.get_operations())
    d = tf.gradients(y, x)[0]
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        a = sess.run(d), sess.run(n)
        b = sess.run(y), sess.run(n)
    return a, b, len(g.get_operations()) > before, sess.graph is g
