# question: hooks_and_clusters_q5
# loses: 15
# message: interrupted(4, 3)
# Raises one run too late.
def interrupted(steps, bad_run):
    class Abort(tf.train.SessionRunHook):
        runs = 0

        def before_run(self, run_context):
            if self.runs == bad_run:
                self.runs += 1
                raise tf.errors.AbortedError(None, None, "restart")
            self.runs += 1

    with tf.Graph().as_default():
        count = tf.Variable(0, use_resource=True)
        add_one = tf.assign_add(count, 1)
        with tf.train.MonitoredSession(hooks=[Abort()]) as session:
            return [int(session.run(add_one)) for _ in range(steps)]
