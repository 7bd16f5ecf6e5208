# question: migration_q2
# Closes in a finally, and reads the variable after adding.
def roots(values):
    with tf.Graph().as_default():
        x = v1.placeholder(tf.float32)
        y = tf.sqrt(x)
        session = v1.Session()
    try:
        return [session.run(y, {x: value}).item() for value in values]
    finally:
        session.close()


def running_sums(values):
    sums = []
    with v1.Session(graph=tf.Graph()) as session:
        x = v1.placeholder(tf.float32, [])
        total = tf.Variable(0.0)
        step = total.assign_add(x)
        session.run(v1.global_variables_initializer())
        for value in values:
            session.run(step, {x: value})
            sums.append(float(session.run(total)))
    return sums
