# question: training_q2
# loses: 20
# message: belongs to no graph
# Returns the function that would build a step.
def descend(loss, variables, rate):
    def step():
        slopes = tf.gradients(loss, variables)
        return [tf.assign_sub(v, rate * s) for v, s in zip(variables, slopes) if s is not None]

    return step
