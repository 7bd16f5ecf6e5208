# question: threads_and_queues_q4
# loses: 20
# message: it should be
# Does not wait for the threads.
def work_together(jobs):
    coord = tf.train.Coordinator()
    calls = [0] * len(jobs)

    def work(place):
        with coord.stop_on_exception(), coord.stop_on_exception():
            while not coord.should_stop():
                try:
                    jobs[place]()
                    calls[place] += 1
                except EOFError:
                    coord.request_stop()

    for place in range(len(jobs)):
        threading.Thread(target=work, args=(place,), daemon=True).start()
    return list(calls)
