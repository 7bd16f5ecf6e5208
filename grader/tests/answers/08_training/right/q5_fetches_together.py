# question: training_q5
# Fetches the bias with the step that changes it, in a for loop.
import itertools


def steps_until(tolerance):
    with tf.Graph().as_default():
        weight, bias = tf.Variable(0.0), tf.Variable(0.0)
        x, y = (tf.placeholder(tf.float32, [None]) for _ in range(2))
        loss = tf.reduce_mean(tf.square(y - (weight * x + bias)))
        step = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
        with tf.Session() as session:
            session.run([weight.initializer, bias.initializer])
            for count in itertools.count():
                if abs(session.run(bias) - 1.0) < tolerance:
                    return count
                session.run(step, {x: claim_x, y: claim_y})


claim_is_true = steps_until(0.1) <= 100
