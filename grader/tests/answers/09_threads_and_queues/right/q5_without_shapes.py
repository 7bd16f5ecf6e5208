# question: threads_and_queues_q5
# Leaves the shapes of the queue open.
def through_queue(values, capacity):
    with tf.Graph().as_default(), tf.Session() as session:
        line = tf.FIFOQueue(capacity, tf.float32)
        number = tf.placeholder(tf.float32)
        put, close, take = line.enqueue([number]), line.close(), line.dequeue()

        def produce():
            for value in values:
                session.run(put, feed_dict={number: value})
            close.run(session=session)

        producer = threading.Thread(target=produce)
        producer.start()
        taken = []
        try:
            while True:
                taken += [float(session.run(take))]
        except tf.errors.OutOfRangeError:
            pass
        producer.join()
        return taken
