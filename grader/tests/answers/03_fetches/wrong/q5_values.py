# question: fetches_q5
# loses: 15
# message: a tensor is expected
# Runs by itself and returns values.
def experiment():
    with tf.Graph().as_default() as graph:
        first = tf.random_uniform([])
        with tf.Session() as session:
            return graph, session.run(first), session.run(first)


claim_is_true = False
