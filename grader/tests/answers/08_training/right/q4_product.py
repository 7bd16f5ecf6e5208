# question: training_q4
# The square as a product of differences.
def repaired_training(target, steps):
    with tf.Graph().as_default() as graph:
        weight = tf.Variable(0.0, name="weight")
        distance = weight - float(target)
        loss = tf.multiply(distance, distance, name="loss")
        step = tf.train.MomentumOptimizer(0.1, 0.5).minimize(loss)
        with tf.Session() as session:
            session.run([variable.initializer for variable in tf.global_variables()])
            for _ in range(steps):
                session.run(step)
            return graph, session.run(weight)
