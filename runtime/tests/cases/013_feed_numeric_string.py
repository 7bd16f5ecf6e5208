TITLE = "A string of digits fed to a float placeholder is parsed, other text is an error"
URL = "https://github.com/udacity/sdc-issue-reports/issues/7"
KIND = "feed"


def case(tf):
    x = tf.placeholder(tf.float32, name="x")
    with tf.Session() as sess:
        ok = sess.run(x, {x: "123"})
        try:
            sess.run(x, {x: "Hello"})
        except Exception as e:
            return ok, type(e).__name__, str(e).startswith("could not convert string to float")
