# question: hooks_and_clusters_q2
# Asks for a dictionary, and keeps the hook's list in the hook.
class Squares(tf.train.SessionRunHook):
    def __init__(self, square):
        self.square, self.found = square, []

    def before_run(self, run_context):
        return tf.train.SessionRunArgs(fetches={"square": self.square})

    def after_run(self, run_context, run_values):
        self.found.append(run_values.results["square"].item())


def watched(values):
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, shape=[], name="x")
        double = tf.add(x, x)
        hook = Squares(x * x)
        doubles = []
        with tf.train.MonitoredSession(hooks=[hook]) as session:
            for value in values:
                doubles.append(session.run(double, feed_dict={"x:0": value}).item())
    return doubles, hook.found
