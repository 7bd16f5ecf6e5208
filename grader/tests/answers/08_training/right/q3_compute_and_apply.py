# question: training_q3
# Computes and applies the gradients apart; a mean by hand.
def fit_line(xs, ys, rate, steps):
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, shape=[None], name="x")
        y = tf.placeholder(tf.float32, shape=[None], name="y")
        bias = tf.get_variable("bias", initializer=0.0)
        weight = tf.get_variable("weight", initializer=0.0)
        loss = tf.reduce_sum(tf.square(y - x * weight - bias)) / float(len(xs))
        optimizer = tf.train.GradientDescentOptimizer(learning_rate=rate)
        step = optimizer.apply_gradients(optimizer.compute_gradients(loss))
        init = tf.global_variables_initializer()
    losses = []
    with tf.Session(graph=graph) as session:
        session.run(init)
        while len(losses) < steps:
            losses.append(session.run((loss, step), feed_dict={x: xs, y: ys})[0])
        weight, bias = session.run((weight, bias))
    return [weight, bias, losses]
