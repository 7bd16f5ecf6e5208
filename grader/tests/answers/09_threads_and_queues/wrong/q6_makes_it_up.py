# question: threads_and_queues_q6
# loses: 10
# message: makes no run
# Writes down what it expects.
def experiment():
    with tf.Session(graph=tf.Graph()):
        return 0.1, "DeadlineExceededError"


claim_is_true = False
