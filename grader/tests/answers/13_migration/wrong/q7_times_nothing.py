# question: migration_q7
# loses: 8
# message: is not how long a run of b.slow takes
# Takes the time of what comes before the run, and fetches both at once.
NAMES = ["a9", "a10", "a11", "a12", "a13", "a14", "a15", "a16"]
predictions |= dict.fromkeys(NAMES, "false")


def a9():
    with bench() as b:
        start = time.perf_counter()
        fetch = b.graph.as_graph_element(b.slow)
        seconds = time.perf_counter() - start
        b.session.run(fetch)
        return seconds


def a14():
    with bench() as b:
        b.session.run([b.y, b.noted], {b.x: 3.0})
        return len(b.ran), len(b.ran)


verdicts |= {
    "a9": ("false", 2),
    "a10": ("false", 6),
    "a11": ("false", 4),
    "a12": ("false", 8),
    "a13": ("false", 1),
    "a14": ("true", 7),
    "a15": ("partly", 3),
    "a16": ("false", 10),
}
