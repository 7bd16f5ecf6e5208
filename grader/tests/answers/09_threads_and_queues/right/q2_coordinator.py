# question: threads_and_queues_q2
# Lets a coordinator wait for the threads.
def count_in_threads(threads, times):
    coord = tf.train.Coordinator()
    with tf.Graph().as_default():
        total = tf.Variable(0, use_resource=True)
        step = tf.assign_add(total, 1)
        session = tf.Session()
        session.run(total.initializer)

    def work():
        with coord.stop_on_exception():
            for _ in range(times):
                session.run(step)

    started = [threading.Thread(target=work) for _ in range(threads)]
    for thread in started:
        thread.start()
    coord.join(started)
    result = session.run(total)
    session.close()
    return int(result)
