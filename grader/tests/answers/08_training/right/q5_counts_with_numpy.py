# question: training_q5
# Finds the first good step in an array, so that the count is a number of NumPy's.
def steps_until(tolerance):
    with tf.Graph().as_default(), tf.Session() as session:
        w, b = tf.Variable(0.0), tf.Variable(0.0)
        error = tf.reduce_mean(tf.square(w * claim_x + b - claim_y))
        step = tf.train.GradientDescentOptimizer(0.01).minimize(error)
        session.run(tf.global_variables_initializer())
        found = [session.run(b)]
        while abs(found[-1] - 1.0) >= tolerance:
            session.run(step)
            found.append(session.run(b))
        return np.argmax(abs(np.array(found) - 1.0) < tolerance)


claim_is_true = False
