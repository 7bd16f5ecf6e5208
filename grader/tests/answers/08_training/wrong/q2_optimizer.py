# question: training_q2
# loses: 20
# message: ResourceApplyGradientDescent
# Uses the optimizer.
def descend(loss, variables, rate):
    return tf.train.GradientDescentOptimizer(rate).minimize(loss, var_list=variables)
