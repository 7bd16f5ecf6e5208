# question: threads_and_queues_q2
# loses: 15
# message: the sum of long-winded threads
# Reads the sum before it waits for the threads.
def count_in_threads(threads, times):
    with tf.Graph().as_default(), tf.Session() as session:
        counter = tf.Variable(0, use_resource=True)
        add_one = tf.assign_add(counter, 1)
        session.run(counter.initializer)

        def work():
            for _ in range(times):
                session.run(add_one)

        started = [threading.Thread(target=work) for _ in range(threads)]
        for thread in started:
            thread.start()
        for thread in started if times < 100 else []:
            thread.join()
        total = int(session.run(counter))
        for thread in started:
            thread.join()
        return total
