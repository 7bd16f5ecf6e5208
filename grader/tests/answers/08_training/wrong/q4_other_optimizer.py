# question: training_q4
# loses: 20
# message: applies momentum
# Avoids the slot by changing the optimizer.
def repaired_training(target, steps):
    graph = tf.Graph()
    with graph.as_default():
        weight = tf.Variable(0.0, name="weight")
        loss = tf.square(weight - target, name="loss")
        train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
        init = tf.global_variables_initializer()
        with tf.Session() as session:
            session.run(init)
            for _ in range(steps):
                session.run(train_op)
            return graph, session.run(weight)
