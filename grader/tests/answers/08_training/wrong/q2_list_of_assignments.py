# question: training_q2
# loses: 20
# message: returned several things
# Returns a list of assignments.
def descend(loss, variables, rate):
    return [tf.assign_sub(v, rate * s) for v, s in zip(variables, tf.gradients(loss, variables))]
