# question: variables_q6
# loses: 10
# message: opened 1 session
# Reads twice in one session.
def experiment():
    with tf.Graph().as_default():
        value = tf.Variable(0)
        change = tf.assign_add(value, 1)
        with tf.Session() as session:
            session.run(value.initializer)
            session.run(change)
            return session.run(value), session.run(value)


claim_is_true = True
