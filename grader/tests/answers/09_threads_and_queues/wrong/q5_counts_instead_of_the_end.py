# question: threads_and_queues_q5
# loses: 15
# message: meets the end
# Takes as many as there are values and does not wait for the end.
def through_queue(values, capacity):
    taken = []
    with tf.Graph().as_default(), tf.Session() as session:
        line = tf.FIFOQueue(capacity=capacity, dtypes=[tf.float32], shapes=[[]])
        number = tf.placeholder(tf.float32, shape=[])
        put, take = line.enqueue(number), line.dequeue()
        producer = threading.Thread(
            target=lambda: [session.run(put, {number: value}) for value in values]
        )
        producer.start()
        for _ in values:
            taken.append(float(session.run(take)))
        producer.join()
    return taken
