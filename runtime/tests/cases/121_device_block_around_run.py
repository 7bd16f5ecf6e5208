TITLE = (
    "tf.device() around sess.run() does nothing: devices belong to ops, at the time they are made"
)
URL = "https://www.tensorflow.org/api_docs/python/tf/Graph#device"
KIND = "config"
URL_MATCH = "seed 000 (API page given)"


def case(tf):
    x = tf.placeholder(tf.float32, (None,))
    y = tf.square(x)
    with tf.Session() as sess, tf.device("/gpu:0"):
        r = sess.run(y, {x: [1, 2]})  # runs although there is no GPU
        z = tf.square(x)
    return r, y.device, z.device
