# question: training_q4
# Finalizes the graph and closes by hand.
def repaired_training(target, steps):
    graph = tf.Graph()
    with graph.as_default():
        weight = tf.Variable(0.0, name="weight")
        loss = tf.square(target - weight, name="loss")
        optimizer = tf.train.MomentumOptimizer(learning_rate=0.1, momentum=0.5)
        step = optimizer.apply_gradients(optimizer.compute_gradients(loss))
        init = tf.global_variables_initializer()
    graph.finalize()
    session = tf.Session(graph=graph)
    session.run(init)
    for _ in range(steps):
        session.run(step)
    value = float(session.run(weight))
    session.close()
    return graph, value
