# question: threads_and_queues_q3
# Lets each thread enter the session, so that eval works.
def repaired(values):
    found = {}
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, shape=[])
        y = x + x

        def work(place):
            with session.as_default():
                found[place] = float(y.eval(feed_dict={x: values[place]}))

        for place in range(len(values)):
            thread = threading.Thread(target=work, args=(place,))
            thread.start()
            thread.join()
    return [found[place] for place in range(len(values))]
