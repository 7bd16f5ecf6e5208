TITLE = "`_, loss = sess.run([train, loss])` works once and fails on the second turn of the loop"
URL = "https://github.com/chiphuyen/stanford-tensorflow-tutorials/issues/138"
KIND = "fetch"


def case(tf):
    x = tf.placeholder(tf.float32)
    loss = x * 2.0
    log = []
    with tf.Session() as sess:
        for step in range(2):
            try:
                loss = sess.run(loss, {x: step + 1.0})
                log.append(["value", float(loss)])
            except Exception as e:
                log.append([type(e).__name__, str(e)])
    return log
