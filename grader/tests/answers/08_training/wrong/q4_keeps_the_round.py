# question: training_q4
# loses: 20
# message: No gradients provided for any variable
# Leaves the rounding in.
def repaired_training(target, steps):
    graph = tf.Graph()
    with graph.as_default():
        weight = tf.Variable(0.0, name="weight")
        loss = tf.square(tf.round(weight) - target, name="loss")
        train_op = tf.train.MomentumOptimizer(0.1, 0.5).minimize(loss)
        init = tf.global_variables_initializer()
        with tf.Session() as session:
            session.run(init)
            for _ in range(steps):
                session.run(train_op)
            return graph, session.run(weight)
