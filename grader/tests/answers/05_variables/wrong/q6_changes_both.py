# question: variables_q6
# loses: 10
# message: Both sessions read
# Runs the change in both sessions.
def experiment():
    with tf.Graph().as_default():
        value = tf.Variable(0)
        change = tf.assign_add(value, 1)
        found = []
        for _ in range(2):
            with tf.Session() as session:
                session.run(value.initializer)
                session.run(change)
                found.append(session.run(value))
    return tuple(found)


claim_is_true = True
