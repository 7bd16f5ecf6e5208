# question: sessions_q2
# loses: 15
# message: is None
# Takes the colon and the number off, which fetches the operation.
def value_of(graph, name):
    with tf.Session(graph=graph) as session:
        try:
            return session.run(name.split(":")[0])
        except tf.errors.OpError:
            return None
