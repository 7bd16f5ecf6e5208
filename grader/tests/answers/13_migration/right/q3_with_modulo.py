# question: migration_q3
# Checks with the remainder and the limits of int32.
def price(amount, rate):
    with tf.Graph().as_default() as graph:
        x, r = v1.placeholder(tf.float32), v1.placeholder(tf.float32)
        y = tf.multiply(x, r)
    with v1.Session(graph=graph) as session:
        return float(session.run(y, {x: amount, r: rate}))


def doubled(tensor):
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32)
        values = session.run(tf.add(x, x), {x: tensor.numpy().tolist()})
    return tf.constant(values, tf.float32)


def apples(counts):
    limits = np.iinfo(np.int32)
    if any(count % 1 or count > limits.max or count < limits.min for count in counts):
        raise ValueError("not a count")
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.int32, [None])
        return int(session.run(x, {x: counts}).sum())
