# question: training_q3
# loses: 20
# message: 0 operations of type Placeholder
# Puts the points into the graph as constants.
def fit_line(xs, ys, rate, steps):
    with tf.Graph().as_default(), tf.Session() as session:
        x, y = tf.constant(xs), tf.constant(ys)
        weight, bias = tf.Variable(0.0), tf.Variable(0.0)
        loss = tf.reduce_mean(tf.square(y - (weight * x + bias)))
        train_op = tf.train.GradientDescentOptimizer(rate).minimize(loss)
        session.run(tf.global_variables_initializer())
        losses = [session.run([train_op, loss])[1] for _ in range(steps)]
        return (*session.run([weight, bias]), losses)
