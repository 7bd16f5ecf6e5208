TITLE = "tf.Session() does not become the default session, InteractiveSession() and `with` do"
URL = "https://github.com/tensorflow/tensorflow/issues/8992"
KIND = "session"


def case(tf):
    tf.constant(0)
    r = []
    s = tf.Session()
    r.append(tf.get_default_session() is None)
    with s:
        r.append(tf.get_default_session() is s)
    r.append(tf.get_default_session() is None)
    s2 = tf.Session()
    with s2.as_default():
        pass
    r.append(s2.run(tf.constant(7)))  # as_default() does not close
    i = tf.InteractiveSession()
    r.append(tf.get_default_session() is i)
    i.close()
    r.append(tf.get_default_session() is None)
    return r
