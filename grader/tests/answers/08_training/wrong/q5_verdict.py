# question: training_q5
# loses: 15
# message: Your verdict is not what the experiment says
# Counts right and believes the claim.
def steps_until(tolerance):
    with tf.Graph().as_default(), tf.Session() as session:
        weight, bias = tf.Variable(0.0), tf.Variable(0.0)
        loss = tf.reduce_mean(tf.square(claim_y - (weight * claim_x + bias)))
        train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
        session.run(tf.global_variables_initializer())
        steps = 0
        while abs(session.run(bias) - 1.0) >= tolerance:
            session.run(train_op)
            steps += 1
        return steps


claim_is_true = True
