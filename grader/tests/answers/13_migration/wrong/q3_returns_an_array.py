# question: migration_q3
# loses: 12
# message: eager tensor
# Computes the price in Python, returns the array, and refuses every float.
def price(amount, rate):
    return amount * rate


def doubled(tensor):
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [None])
        return session.run(x * 2.0, {x: tensor.numpy()})


def apples(counts):
    if not all(isinstance(count, int) for count in counts):
        raise ValueError("not whole")
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.int32, [None])
        return int(session.run(tf.reduce_sum(x), {x: counts}))
