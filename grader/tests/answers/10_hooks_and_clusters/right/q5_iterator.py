# question: hooks_and_clusters_q5
# Lets an iterator decide which run fails.
def interrupted(steps, bad_run):
    class Abort(tf.train.SessionRunHook):
        def __init__(self):
            self.numbers = iter(range(1, 1000))

        def before_run(self, run_context):
            if next(self.numbers) == bad_run:
                raise tf.errors.AbortedError(None, None, "restart")

    graph = tf.Graph()
    with graph.as_default():
        count = tf.Variable(0, use_resource=True)
        add_one = tf.assign_add(count, 1)
        session = tf.train.MonitoredSession(hooks=[Abort()])
        found = [int(session.run(add_one)) for _ in range(steps)]
        session.close()
    return found
