# question: threads_and_queues_q2
# loses: 15
# message: count_in_threads(4, 25)
# Opens a session for each thread, and each has a value of its own.
def count_in_threads(threads, times):
    with tf.Graph().as_default() as graph:
        counter = tf.Variable(0, use_resource=True)
        add_one = tf.assign_add(counter, 1)
        start = counter.initializer

    def work():
        with tf.Session(graph=graph) as session:
            session.run(start)
            for _ in range(times):
                session.run(add_one)

    started = [threading.Thread(target=work) for _ in range(threads)]
    for thread in started:
        thread.start()
    for thread in started:
        thread.join()
    with tf.Session(graph=graph) as session:
        session.run(start)
        return int(session.run(counter))
