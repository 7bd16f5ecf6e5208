# question: training_q5
# loses: 15
# message: not the number of steps it takes
# Always says 100.
def steps_until(tolerance):
    with tf.Session():
        return 100


claim_is_true = True
