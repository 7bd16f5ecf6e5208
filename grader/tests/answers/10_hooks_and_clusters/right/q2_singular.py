# question: hooks_and_clusters_q2
# Uses SingularMonitoredSession and returns a list of two lists.
def watched(values):
    squares = []
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, shape=[])
        both = {"double": x * 2.0, "square": x**2.0}

    class Collect(tf.train.SessionRunHook):
        def before_run(self, run_context):
            return tf.train.SessionRunArgs([both["square"]])

        def after_run(self, run_context, run_values):
            squares.extend(map(float, run_values.results))

    with graph.as_default(), tf.train.SingularMonitoredSession(hooks=[Collect()]) as session:
        doubles = [float(session.run(both["double"], {x: value})) for value in values]
    return [doubles, squares]
