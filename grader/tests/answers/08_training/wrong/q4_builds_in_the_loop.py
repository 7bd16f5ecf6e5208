# question: training_q4
# loses: 20
# message: still builds
# Leaves minimize in the loop and starts what it makes.
def repaired_training(target, steps):
    graph = tf.Graph()
    with graph.as_default():
        weight = tf.Variable(0.0, name="weight")
        loss = tf.square(weight - target, name="loss")
        optimizer = tf.train.MomentumOptimizer(0.1, 0.5)
        optimizer.minimize(loss)
        init = tf.global_variables_initializer()
        with tf.Session() as session:
            session.run(init)
            for _ in range(steps):
                session.run(optimizer.minimize(loss))
            return graph, session.run(weight)
