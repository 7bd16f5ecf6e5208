# question: threads_and_queues_q4
# loses: 20
# message: never called
# Works off the jobs one after the other, without threads.
def work_together(jobs):
    calls = [0] * len(jobs)
    for place, job in enumerate(jobs):
        try:
            while place == 0:
                job()
                calls[place] += 1
        except EOFError:
            pass
    return calls
