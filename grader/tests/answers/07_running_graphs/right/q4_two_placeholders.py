# question: running_graphs_q4
# Like the article: two placeholders, both fed twice.
def experiment():
    graph = tf.Graph()
    with graph.as_default():
        a, b = tf.placeholder(tf.float32, [2]), tf.placeholder(tf.float32, [2])
        c = tf.reduce_sum(a + b)
        d = a * b
    session = tf.Session(graph=graph)
    handle = session.partial_run_setup([c, d], [a, b])
    value, message = session.partial_run(handle, c, {a: [1, 1], b: [2, 2]}), ""
    try:
        session.partial_run(handle, d, {a: [3, 3], b: [4, 4]})
    except Exception as error:
        message = str(error)
    session.close()
    return value, message


claim_is_true = False
