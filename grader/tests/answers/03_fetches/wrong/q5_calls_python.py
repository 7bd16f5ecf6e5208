# question: fetches_q5
# loses: 15
# message: of type PyFunc
# Draws the number in Python, which the grader does not run in a graph.
import random


def experiment():
    with tf.Graph().as_default() as graph:
        left = tf.numpy_function(random.random, [], tf.float64)
        left.set_shape([])
        right = tf.identity(left)
    return graph, left, right


claim_is_true = False
