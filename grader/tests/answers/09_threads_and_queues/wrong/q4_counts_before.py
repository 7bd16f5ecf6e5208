# question: threads_and_queues_q4
# loses: 20
# message: the calls of one job
# Counts a call before it is made.
def work_together(jobs):
    coord = tf.train.Coordinator()
    calls = [0] * len(jobs)

    def work(place):
        with coord.stop_on_exception():
            while not coord.should_stop():
                calls[place] += 1
                try:
                    jobs[place]()
                except EOFError:
                    coord.request_stop()

    threads = [threading.Thread(target=work, args=(place,)) for place in range(len(jobs))]
    for thread in threads:
        thread.start()
    coord.join(threads)
    return calls
