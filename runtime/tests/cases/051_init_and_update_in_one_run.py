TITLE = (
    "The order of an initializer and an update fetched in one run is undefined; separate runs "
    "(or a control dependency) fix it"
)
URL = "https://github.com/tensorflow/tensorflow/issues/12863"
KIND = "init"


def case(tf):
    a = tf.get_variable("a", initializer=[1], use_resource=True)
    with tf.control_dependencies([a.initializer]):
        b = tf.assign_add(a, [1]).op
    with tf.Session() as sess:
        out = []
        for _ in range(5):
            sess.run(b)
            out.append(int(sess.run(a)[0]))
        return out
