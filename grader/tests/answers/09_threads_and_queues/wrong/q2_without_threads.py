# question: threads_and_queues_q2
# loses: 15
# message: Are your threads started
# Calls the work in place of handing it over, so that the main thread does all of it.
def count_in_threads(threads, times):
    with tf.Graph().as_default(), tf.Session() as session:
        total = tf.Variable(0, use_resource=True)
        one_more = tf.assign_add(total, 1)
        session.run(total.initializer)

        def work():
            for _ in range(times):
                session.run(one_more)

        for _ in range(threads):
            threading.Thread(target=work()).start()
        return int(session.run(total))
