# question: migration_q3
# loses: 4
# message: 1.9 is not a whole number
# Rounds the counts in place of refusing them.
def price(amount, rate):
    with tf.Graph().as_default(), v1.Session() as session:
        x, r = v1.placeholder(tf.float32, []), v1.placeholder(tf.float32, [])
        return float(session.run(x * r, feed_dict={x: amount, r: rate}))


def doubled(tensor):
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [None])
        found = session.run(x + x, {x: tensor.numpy()})
    return tf.constant(found)


def apples(counts):
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.int32, [None])
        return int(session.run(tf.reduce_sum(x), {x: np.round(counts)}))
