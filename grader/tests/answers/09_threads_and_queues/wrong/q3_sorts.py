# question: threads_and_queues_q3
# loses: 15
# message: the list for other values
# Collects as the threads end, and sorts.
def repaired(values):
    found = []
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, shape=[])
        y = tf.multiply(x, 2.0)
        threads = [
            threading.Thread(target=lambda v=value: found.append(float(session.run(y, {x: v}))))
            for value in values
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return sorted(found)
