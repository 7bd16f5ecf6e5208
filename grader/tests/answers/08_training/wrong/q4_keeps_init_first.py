# question: training_q4
# loses: 20
# message: Attempting to use uninitialized value
# Repairs the loss and the loop, but makes the initializer first.
def repaired_training(target, steps):
    graph = tf.Graph()
    with graph.as_default():
        weight = tf.Variable(0.0, name="weight")
        loss = tf.square(weight - target, name="loss")
        init = tf.global_variables_initializer()
        train_op = tf.train.MomentumOptimizer(0.1, 0.5).minimize(loss)
        with tf.Session() as session:
            session.run(init)
            for _ in range(steps):
                session.run(train_op)
            return graph, session.run(weight)
