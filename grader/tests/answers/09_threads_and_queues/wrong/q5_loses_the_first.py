# question: threads_and_queues_q5
# loses: 15
# message: through_queue([1.0, 2.0, 3.0], 2)
# Takes one value before the loop and forgets it.
def through_queue(values, capacity):
    taken = []
    with tf.Graph().as_default(), tf.Session() as session:
        line = tf.FIFOQueue(capacity=capacity, dtypes=[tf.float32], shapes=[[]])
        number = tf.placeholder(tf.float32, shape=[])
        put, take, close = line.enqueue(number), line.dequeue(), line.close()

        def produce():
            for value in values:
                session.run(put, {number: value})
            session.run(close)

        threading.Thread(target=produce).start()
        try:
            session.run(take)
            while True:
                taken.append(float(session.run(take)))
        except tf.errors.OutOfRangeError:
            return taken
