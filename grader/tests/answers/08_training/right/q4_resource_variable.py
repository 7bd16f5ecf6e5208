# question: training_q4
# Takes the newer kind of variable, which is read and updated by other operations.
def repaired_training(target, steps):
    graph = tf.Graph()
    with graph.as_default():
        weight = tf.Variable(0.0, name="weight", use_resource=True)
        loss = tf.square(target - weight, name="loss")
        step = tf.train.MomentumOptimizer(0.1, 0.5).minimize(loss)
        start = tf.global_variables_initializer()
    with tf.Session(graph=graph) as session:
        session.run(start)
        for _ in range(steps):
            session.run(step)
        return graph, session.run(weight)
