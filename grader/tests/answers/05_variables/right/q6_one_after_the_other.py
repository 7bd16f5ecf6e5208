# question: variables_q6
# The second session is opened after the first is closed.
def experiment():
    with tf.Graph().as_default():
        value = tf.Variable(1.5)
        change = tf.assign(value, value * 2.0)
        init = tf.global_variables_initializer()
        with tf.Session() as session:
            session.run(init)
            session.run(change)
            in_first = float(session.run(value))
        with tf.Session() as session:
            session.run(init)
            return [in_first, float(session.run(value))]


claim_is_true = False
