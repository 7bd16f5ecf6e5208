# question: variables_q3
# Runs both initializers and closes by hand.
def repaired_average(numbers):
    graph = tf.Graph()
    with graph.as_default():
        number = tf.placeholder(tf.float32, shape=[], name="number")
        total = tf.Variable(0.0, name="total")
        count = tf.Variable(0.0, name="count")
        tf.divide(total, count, name="mean")
        more, one = total.assign_add(number), count.assign_add(1.0)
    session = tf.Session(graph=graph)
    session.run([total.initializer, count.initializer])
    for value in numbers:
        session.run(one)
        session.run(more, {"number:0": value})
    result = session.run("mean:0")
    session.close()
    return graph, result
