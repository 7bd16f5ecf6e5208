TITLE = "Each session has its own variables"
URL = "https://github.com/tensorflow/tensorflow/issues/22621"
KIND = "session"


def case(tf):
    v = tf.get_variable("v", initializer=1.0, use_resource=False)
    s1, s2 = tf.Session(), tf.Session()
    s1.run(v.initializer)
    s2.run(v.initializer)
    s1.run(tf.assign(v, 10.0))
    a, b = s1.run(v), s2.run(v)
    s1.close()
    s3 = tf.Session()
    try:
        s3.run(v)
    except Exception as e:
        return a, b, s2.run(v), type(e).__name__
