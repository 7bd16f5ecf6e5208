# question: hooks_and_clusters_q5
# loses: 15
# message: makes 2 MonitoredSessions
# Raises and catches the error in its own loop, and starts again by hand.
def interrupted(steps, bad_run):
    found, runs = [], 0
    with tf.Graph().as_default():
        count = tf.Variable(0)
        add_one = tf.assign_add(count, 1)
        while len(found) < steps:
            with tf.train.MonitoredSession() as session:
                try:
                    while len(found) < steps:
                        runs += 1
                        if runs == bad_run:
                            raise tf.errors.AbortedError(None, None, "restart")
                        found.append(int(session.run(add_one)))
                except tf.errors.AbortedError:
                    pass
    return found
