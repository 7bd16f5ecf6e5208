# question: threads_and_queues_q5
# Puts values in one by one by name, and closes through the coordinator's thread.
def through_queue(values, capacity):
    coord, taken = tf.train.Coordinator(), []
    graph = tf.Graph()
    with graph.as_default():
        line = tf.FIFOQueue(capacity, [tf.float32], [[]], name="line")
        tf.placeholder(tf.float32, shape=[], name="number")
        line.enqueue(graph.get_tensor_by_name("number:0"), name="put")
        line.close(name="close")
        take = line.dequeue()
    with tf.Session(graph=graph) as session:

        def produce():
            with coord.stop_on_exception():
                for value in values:
                    session.run("put", {"number:0": value})
                session.run("close")

        producer = threading.Thread(target=produce)
        producer.start()
        while True:
            try:
                taken.append(session.run(take).item())
            except tf.errors.OutOfRangeError:
                coord.join([producer])
                return taken
