# question: threads_and_queues_q4
# Waits for the request first, then joins.
def work_together(jobs):
    coord = tf.train.Coordinator()
    done = [[] for _ in jobs]

    def work(job, calls):
        with coord.stop_on_exception():
            try:
                while not coord.should_stop():
                    calls.append(job())
            except EOFError:
                coord.request_stop()

    threads = [threading.Thread(target=work, args=pair) for pair in zip(jobs, done)]
    [thread.start() for thread in threads]
    coord.wait_for_stop()
    coord.join(threads)
    return [len(calls) for calls in done]
