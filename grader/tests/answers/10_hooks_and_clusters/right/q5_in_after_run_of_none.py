# question: hooks_and_clusters_q5
# Keeps the count in a list and uses UnavailableError's sibling by hand.
def interrupted(steps, bad_run):
    started = []

    class Abort(tf.train.SessionRunHook):
        def before_run(self, run_context):
            started.append(run_context)
            if len(started) == bad_run:
                raise tf.errors.AbortedError(None, None, "restart")
            return None

    with tf.Graph().as_default():
        count = tf.get_variable("count", [], tf.int32, tf.zeros_initializer(), use_resource=True)
        add_one = count.assign_add(1)
        found = []
        with tf.train.MonitoredTrainingSession(hooks=[Abort()]) as session:
            while len(found) < steps:
                found.append(int(session.run(add_one)))
    return found
