# question: sessions_q3
# loses: 20
# message: it should return (graph, numbers)
# Returns the numbers without the graph.
def count_to(n):
    with tf.Graph().as_default():
        visits = tf.Variable(0, name="visits")
        count = tf.assign_add(visits, 1, name="count")
        with tf.Session() as session:
            session.run(visits.initializer)
            return {"numbers": [session.run(count) for _ in range(n)]}
