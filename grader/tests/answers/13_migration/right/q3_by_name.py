# question: migration_q3
# Feeds by name, and looks at every count.
def price(amount, rate):
    with tf.Graph().as_default(), v1.Session() as session:
        y = v1.placeholder(tf.float32, name="a") * v1.placeholder(tf.float32, name="b")
        return session.run(y, {"a:0": amount, "b:0": rate}).item()


def doubled(tensor):
    graph = tf.Graph()
    with v1.Session(graph=graph) as session:
        x = v1.placeholder(tf.float32, tensor.shape)
        found = session.run(x * 2.0, {x: np.array(tensor)})
    return tf.convert_to_tensor(found)


def apples(counts):
    for count in counts:
        if int(count) != count or not -(2**31) <= count < 2**31:
            raise ValueError(f"{count} is no number of apples")
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.int32, [len(counts)])
        return session.run(tf.reduce_sum(x), {x: counts}).item()
