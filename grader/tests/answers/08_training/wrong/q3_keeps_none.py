# question: training_q3
# loses: 20
# message: the first loss
# Appends what the training step returns.
def fit_line(xs, ys, rate, steps):
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, shape=[None])
        y = tf.placeholder(tf.float32, shape=[None])
        weight, bias = tf.Variable(0.0), tf.Variable(0.0)
        loss = tf.reduce_mean(tf.square(y - (weight * x + bias)))
        train_op = tf.train.GradientDescentOptimizer(rate).minimize(loss)
        session.run(tf.global_variables_initializer())
        losses = [session.run(train_op, {x: xs, y: ys}) for _ in range(steps)]
        return (*session.run([weight, bias]), losses)
