# question: threads_and_queues_q3
# loses: 15
# message: opened 2 sessions
# Opens a session in every thread.
def repaired(values):
    found = [None] * len(values)
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, shape=[])
        y = tf.multiply(x, 2.0)

    def work(place, value):
        with tf.Session(graph=graph) as session:
            found[place] = float(session.run(y, {x: value}))

    threads = [threading.Thread(target=work, args=item) for item in enumerate(values)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found
