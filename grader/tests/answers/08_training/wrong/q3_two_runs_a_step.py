# question: training_q3
# loses: 20
# message: 402 runs
# Runs the loss and the step apart.
def fit_line(xs, ys, rate, steps):
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, shape=[None])
        y = tf.placeholder(tf.float32, shape=[None])
        weight, bias = tf.Variable(0.0), tf.Variable(0.0)
        loss = tf.reduce_mean(tf.square(y - (weight * x + bias)))
        train_op = tf.train.GradientDescentOptimizer(rate).minimize(loss)
        session.run(tf.global_variables_initializer())
        losses = []
        for _ in range(steps):
            losses.append(session.run(loss, {x: xs, y: ys}))
            session.run(train_op, {x: xs, y: ys})
        return (*session.run([weight, bias]), losses)
