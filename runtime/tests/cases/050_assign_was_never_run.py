TITLE = "tf.assign() only makes an op; nothing is assigned until it is run"
URL = "https://github.com/tensorflow/tensorflow/issues/13523"
KIND = "init"


def case(tf):
    count = tf.get_variable("count", initializer=7.0, use_resource=False)
    tf.assign(count, 0.0)  # forgotten
    up = tf.assign_add(count, 1.0)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        return sess.run(count), sess.run(up), sess.run(count), sess.run(count + 1), sess.run(count)
