# question: training_q3
# With gradients and assignments.
def fit_line(xs, ys, rate, steps):
    graph = tf.Graph()
    with graph.as_default():
        x, y = (tf.placeholder(tf.float32, [None], name) for name in "xy")
        both = tf.Variable([0.0, 0.0])
        loss = tf.reduce_mean(tf.square(both[0] * x + both[1] - y))
        step = both.assign_sub(rate * tf.gradients(loss, both)[0])
        init = both.initializer
    session = tf.Session(graph=graph)
    session.run(init)
    losses = [float(session.run([loss, step], {x: xs, y: ys})[0]) for _ in range(steps)]
    weight, bias = session.run(both)
    session.close()
    return float(weight), float(bias), losses
