# question: sessions_q3
# Uses eval and run of the default session, and the initializer of all variables.
def count_to(n):
    with tf.Graph().as_default() as graph, tf.Session():
        visits = tf.Variable(0.0)
        count = tf.assign_add(visits, 1.0)
        tf.global_variables_initializer().run()
        numbers = []
        while len(numbers) < n:
            numbers.append(int(count.eval()))
    return [graph, numbers]
