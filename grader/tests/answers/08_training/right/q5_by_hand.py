# question: training_q5
# Without an optimizer, in a session that is closed by hand.
def steps_until(tolerance):
    graph = tf.Graph()
    with graph.as_default():
        both = tf.Variable([0.0, 0.0])
        loss = tf.reduce_mean(tf.square(claim_y - (both[0] * claim_x + both[1])))
        step = both.assign_sub(0.01 * tf.gradients(loss, both)[0])
        init = both.initializer
    session = tf.Session(graph=graph)
    value, steps = session.run(init), 0
    value = [0.0, 0.0]
    while not abs(value[1] - 1.0) < tolerance:
        value = session.run(step)
        steps += 1
    session.close()
    return steps


claim_is_true = False
