# question: threads_and_queues_q4
# Catches by hand and asks the coordinator to stop with the exception.
def work_together(jobs):
    coord = tf.train.Coordinator()
    counts = {}

    def work(place, job):
        counts[place] = 0
        while not coord.should_stop():
            try:
                job()
            except EOFError:
                return coord.request_stop()
            except Exception as error:
                return coord.request_stop(error)
            counts[place] += 1

    threads = [threading.Thread(target=work, args=item) for item in enumerate(jobs)]
    for thread in threads:
        coord.register_thread(thread)
        thread.start()
    coord.join()
    return [counts[place] for place in range(len(jobs))]
