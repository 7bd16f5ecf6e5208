# question: threads_and_queues_q2
# loses: 15
# message: each of the 100 additions
# Adds all of a thread's ones in one run.
def count_in_threads(threads, times):
    with tf.Graph().as_default(), tf.Session() as session:
        counter = tf.Variable(0, use_resource=True)
        add_all = tf.assign_add(counter, times)
        session.run(counter.initializer)
        started = [
            threading.Thread(target=session.run, args=(add_all,)) for _ in range(threads)
        ]
        for thread in started:
            thread.start()
        for thread in started:
            thread.join()
        return int(session.run(counter))
