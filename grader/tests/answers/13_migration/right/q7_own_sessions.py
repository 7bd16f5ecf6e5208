# question: migration_q7
# Makes graphs and sessions of its own where no effect is needed.
NAMES = [f"a{number}" for number in range(1, 17)]
predictions = dict(zip(NAMES, ["true", "partly"] * 8))
verdicts = dict.fromkeys(NAMES, "false")
verdicts["a8"] = verdicts["a15"] = "partly"
verdicts["a14"] = "true"


def square(call):
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [], name="x")
        v1.placeholder(tf.float32, [], name="never")
        return call(session, x, tf.multiply(x, x, name="y"))


def a2():
    return square(lambda s, x, y: kind_of(lambda: s.run(v1.train.SessionRunArgs(y, {x: 3.0}))))


def a3():
    def sizes(session, x, y):
        yield len(session.graph.get_operations())
        v1.train.SessionRunArgs(y, {x: 3.0})
        yield len(session.graph.get_operations())

    return square(lambda *things: tuple(sizes(*things)))


def a4():
    return v1.train.SessionRunArgs(None)._fields


def a5():
    with Bench() as b:

        def work():
            for _ in range(25):
                b.noted.eval(session=b.session)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return len(b.ran)


STRANGER = tf.Graph()
with STRANGER.as_default():
    other = tf.constant(2.0)


def a6():
    return square(lambda s, x, y: (float(s.run(y, {x: 3.0})), kind_of(lambda: s.run(other))))


def a7():
    found = {}

    def work(session):
        try:
            session.run(other)
        except ValueError as error:
            found["kind"] = error.__class__.__name__

    def start(session, *_):
        thread = threading.Thread(target=work, args=[session])
        thread.start()
        thread.join()

    square(start)
    return found.get("kind", "")


def a9():
    with Bench() as b:
        clock = [time.perf_counter(), b.session.run(b.slow), time.perf_counter()]
    return clock[2] - clock[0]


def a10():
    def run(session, x, y):
        with tf.device("/gpu:0"):
            session.run(y, {x: 3.0})
        return y.op.device

    return square(run)


def a11():
    return inspect.getfullargspec(v1.Session.run).args[1:]


def a12():
    return square(lambda s, x, y: float(s.run(y, {x: 3.0})))


def a13():
    v1.disable_resource_variables()
    first = v1.resource_variables_enabled(), a12()
    v1.enable_resource_variables()
    return [first, (v1.resource_variables_enabled(), a12())]


def a14():
    counts = []
    with Bench() as b:
        for fetch, feed in ((b.y, {b.x: 3.0}), (b.noted, None)):
            b.session.run(fetch, feed)
            counts.append(len(b.ran))
    return counts


def a15():
    def run(session, x, y):
        told = v1.RunMetadata()
        session.run(y, {x: 3.0}, v1.RunOptions(trace_level=v1.RunOptions.FULL_TRACE), told)
        every = {op.name for op in session.graph.get_operations()}
        traced = set()
        for device in told.step_stats.dev_stats:
            traced.update(node.node_name for node in device.node_stats)
        return len(every), len(every.intersection(traced))

    return square(run)
