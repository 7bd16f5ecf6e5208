# question: migration_q2
# loses: 12
# message: opened 2 sessions
# Opens a session for every value.
def roots(values):
    found = []
    for value in values:
        with tf.Graph().as_default(), v1.Session() as session:
            found.append(float(session.run(tf.sqrt(value))))
    return found


running_sums = forgetful
