# question: training_q3
# loses: 20
# message: The loop builds
# Calls minimize in every step.
def fit_line(xs, ys, rate, steps):
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, shape=[None])
        y = tf.placeholder(tf.float32, shape=[None])
        weight, bias = tf.Variable(0.0), tf.Variable(0.0)
        loss = tf.reduce_mean(tf.square(y - (weight * x + bias)))
        optimizer = tf.train.GradientDescentOptimizer(rate)
        session.run(tf.global_variables_initializer())
        losses = []
        for _ in range(steps):
            _, value = session.run([optimizer.minimize(loss), loss], {x: xs, y: ys})
            losses.append(value)
        return (*session.run([weight, bias]), losses)
