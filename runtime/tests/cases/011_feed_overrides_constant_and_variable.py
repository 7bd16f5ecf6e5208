TITLE = (
    "Any feedable tensor, also a variable, can be overridden for one run; the variable keeps "
    "its value"
)
URL = "https://github.com/hunkim/DeepLearningZeroToAll/pull/72"
KIND = "feed"


def case(tf):
    c = tf.constant(3.0)
    v = tf.get_variable("v", initializer=5.0, use_resource=False)
    y = c * v
    with tf.Session() as sess:
        sess.run(v.initializer)
        r = [sess.run(y), sess.run(y, {c: 10.0}), sess.run(y, {v: 1.0}), sess.run(v)]
    return [float(t) for t in r], tf.get_default_graph().is_feedable(c)
