# question: fetches_q5
# loses: 15
# message: If they differ even there
# Two random operations differ in one run as well.
def experiment():
    with tf.Graph().as_default() as graph:
        return graph, tf.random_uniform([]), tf.random_uniform([])


claim_is_true = False
