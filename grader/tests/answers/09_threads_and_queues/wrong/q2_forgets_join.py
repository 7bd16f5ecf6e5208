# question: threads_and_queues_q2
# loses: 15
# message: the sum of long-winded threads
# Does not wait for the threads, which then meet a closed session.
import contextlib


def count_in_threads(threads, times):
    with tf.Graph().as_default(), tf.Session() as session:
        counter = tf.Variable(0, use_resource=True)
        add_one = tf.assign_add(counter, 1)
        session.run(counter.initializer)

        def work():
            with contextlib.suppress(Exception):
                for _ in range(times):
                    session.run(add_one)

        for _ in range(threads):
            thread = threading.Thread(target=work)
            thread.start()
            if times < 100:
                thread.join()
        return int(session.run(counter))
