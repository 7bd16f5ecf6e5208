# question: threads_and_queues_q4
# loses: 20
# message: did not raise its exception
# Ends quietly, whatever the exception is.
def work_together(jobs):
    coord = tf.train.Coordinator()
    calls = [0] * len(jobs)

    def work(place):
        while not coord.should_stop():
            try:
                jobs[place]()
                calls[place] += 1
            except Exception:
                coord.request_stop()

    threads = [threading.Thread(target=work, args=(place,)) for place in range(len(jobs))]
    for thread in threads:
        thread.start()
    coord.join(threads)
    return calls
