# question: threads_and_queues_q5
# loses: 15
# message: opened 0 sessions
# Makes a queue of Python instead.
def through_queue(values, capacity):
    import queue

    line, taken = queue.Queue(capacity), []
    producer = threading.Thread(target=lambda: [line.put(value) for value in values])
    producer.start()
    for _ in values:
        taken.append(float(line.get()))
    producer.join()
    return taken
