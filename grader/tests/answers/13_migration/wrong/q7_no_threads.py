# question: migration_q7
# loses: 4
# message: 0 threads make runs
# Calls in its own thread what should be four threads' work.
predictions = {f"a{number}": "true" for number in range(1, 17)}
verdicts = dict.fromkeys(predictions, "false")
verdicts |= {"a8": "partly", "a15": "partly", "a14": "true"}


def a2():
    with Bench() as b:
        try:
            b.session.run(v1.train.SessionRunArgs(b.y, {b.x: 3.0}))
        except Exception as error:
            return type(error).__name__


def a3():
    bench = Bench()
    with bench:
        sizes = [len(bench.graph.as_graph_def().node)]
        v1.train.SessionRunArgs(bench.y, {bench.x: 3.0})
    return [*sizes, len(bench.graph.as_graph_def().node)]


def a4():
    return list(v1.train.SessionRunArgs._fields)


def a5():
    with Bench() as b:
        for _ in range(4 * 25):
            b.session.run(b.noted)
    return len(b.ran)


def a6():
    with Bench() as b:
        own = b.session.run(b.y, {b.x: 3.0}).item()
        with tf.Graph().as_default():
            there = tf.constant("elsewhere")
        return [own, kind_of(lambda: b.session.run(there))]


def a7():
    kinds = []
    with tf.Graph().as_default():
        there = tf.constant(1)
    with Bench() as b:
        thread = threading.Thread(
            target=lambda: kinds.append(kind_of(lambda: b.session.run([there])))
        )
        thread.start()
        thread.join()
    return kinds[0]


def a9():
    with Bench() as b:
        begin = time.time()
        b.session.run([b.slow])
        return time.time() - begin


def a10():
    with Bench() as b, tf.device("/gpu:0"):
        b.session.run(b.y, {b.x: 3.0})
        return b.y.device


def a11():
    return [name for name in inspect.signature(v1.Session.run).parameters if name != "self"]


def a12():
    with Bench() as b:
        return b.session.run(b.y, {b.x: 3.0}).item()


def a13():
    found = []
    for switch in (v1.disable_resource_variables, v1.enable_resource_variables):
        switch()
        found.append([v1.resource_variables_enabled(), a12()])
    return found


def a14():
    with Bench() as b:
        b.session.run(b.y, {b.x: 3.0})
        first = len(b.ran)
        b.session.run(b.noted)
    return first, len(b.ran)


def a15():
    metadata = v1.RunMetadata()
    with Bench() as b:
        b.session.run(b.y, {b.x: 1.0}, v1.RunOptions(trace_level=3), metadata)
    ran = [n.node_name for d in metadata.step_stats.dev_stats for n in d.node_stats]
    held = [op.name for op in b.graph.get_operations()]
    return len(held), sum(name in ran for name in held)
