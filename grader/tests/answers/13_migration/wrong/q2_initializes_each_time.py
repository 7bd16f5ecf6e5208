# question: migration_q2
# loses: 8
# message: running_sums
# Runs the initializer for each value.
def roots(values):
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [None])
        return [float(value) for value in session.run(tf.sqrt(x), {x: values})]


def running_sums(values):
    sums = []
    with tf.Graph().as_default(), v1.Session() as session:
        total = v1.get_variable("total", [], initializer=v1.zeros_initializer())
        for value in values:
            session.run(total.initializer)
            sums.append(float(session.run(v1.assign_add(total, value))))
    return sums
