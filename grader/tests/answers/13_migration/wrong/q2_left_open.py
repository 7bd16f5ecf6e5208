# question: migration_q2
# loses: 12
# message: open
# Never closes its sessions.
def roots(values):
    with tf.Graph().as_default():
        x = v1.placeholder(tf.float32, [])
        y = tf.sqrt(x)
        session = v1.Session()
        return [float(session.run(y, {x: value})) for value in values]


def running_sums(values):
    with tf.Graph().as_default():
        session = v1.Session()
        total = v1.get_variable("total", [], initializer=v1.zeros_initializer())
        session.run(total.initializer)
        return [float(session.run(v1.assign_add(total, value))) for value in values]
