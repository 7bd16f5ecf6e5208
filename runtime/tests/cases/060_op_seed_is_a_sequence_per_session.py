TITLE = "An op seed fixes the sequence of values, which starts again in each session"
URL = "https://github.com/tensorflow/tensorflow/issues/28695"
KIND = "random"


def case(tf):
    x = tf.random_normal([5], seed=1)

    def three():
        with tf.Session() as sess:
            return [sess.run(x).tolist() for _ in range(3)]

    p, q = three(), three()
    return p == q, p[0] == p[1], p[1] == p[2]
