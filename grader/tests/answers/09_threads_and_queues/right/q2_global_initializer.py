# question: threads_and_queues_q2
# Uses the initializer of all variables, and a method of the variable.
def count_in_threads(threads, times):
    graph = tf.Graph()
    with graph.as_default():
        total = tf.get_variable("total", [], tf.int64, tf.zeros_initializer(), use_resource=True)
        step = total.assign_add(1)
        begin = tf.global_variables_initializer()
    with tf.Session(graph=graph) as session:
        session.run(begin)
        workers = []
        for _ in range(threads):
            worker = threading.Thread(target=lambda: [session.run(step) for _ in range(times)])
            worker.start()
            workers.append(worker)
        for worker in workers:
            worker.join()
        return int(total.eval())
