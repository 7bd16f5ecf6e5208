# question: sessions_q3
# loses: 20
# message: Each call should make a new graph
# Builds once, outside of the function, and hands out the same graph every time.
_graph = tf.Graph()
with _graph.as_default():
    _visits = tf.Variable(0, name="visits")
    _count = tf.assign_add(_visits, 1, name="count")


def count_to(n):
    with tf.Session(graph=_graph) as session:
        session.run(_visits.initializer)
        return _graph, [session.run(_count) for _ in range(n)]
