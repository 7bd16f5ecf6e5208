# question: threads_and_queues_q2
# loses: 15
# message: Build the one that adds before the threads start
# Makes an operation for each addition.
def count_in_threads(threads, times):
    with tf.Graph().as_default(), tf.Session() as session:
        total = tf.Variable(0)
        session.run(total.initializer)

        def work():
            for _ in range(times):
                session.run(tf.assign_add(total, 1))

        workers = [threading.Thread(target=work) for _ in range(threads)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        return int(session.run(total))
