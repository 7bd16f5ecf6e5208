# question: migration_q6
# Makes sessions of its own, and puts the claims in one at a time.
predictions["a1"] = "true"
predictions["a2"] = "true"
predictions["a3"] = "true"
predictions["a4"] = "true"
predictions["a5"] = "true"
predictions["a6"] = "true"
predictions["a7"] = "true"
predictions["a8"] = "true"


def a2():
    with v1.Session(graph=tf.Graph()) as session:
        x = v1.placeholder(tf.float32, [], name="x")
        packed = v1.train.SessionRunArgs(fetches=[x * x], feed_dict={x: 3.0}, options=None)
        return kind_of(lambda: session.run(packed))


def a7():
    def work(session):
        try:
            return session.run(stranger)
        except ValueError as error:
            return error.__class__.__name__

    with tf.Graph().as_default(), v1.Session() as session, ThreadPoolExecutor(1) as pool:
        tf.no_op()
        return pool.submit(work, session).result()


verdicts["a1"] = "false", 6
verdicts["a2"] = "false", 1
verdicts["a3"] = "false", 3
verdicts["a4"] = "false", 9
verdicts["a5"] = "false", 7
verdicts["a6"] = "false", 10
verdicts["a7"] = "false", 4
verdicts["a8"] = "partly", 8
