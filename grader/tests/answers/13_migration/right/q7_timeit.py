# question: migration_q7
# Takes the time with timeit, and counts in a loop.
NAMES = ["a9", "a10", "a11", "a12", "a13", "a14", "a15", "a16"]
predictions |= dict.fromkeys(NAMES, "false")


def a9():
    with bench() as b:
        return timeit.timeit(lambda: b.session.run(b.slow), number=1)


def a14():
    counts = []
    with bench() as b:
        for fetch, feed in ((b.y, {b.x: 3.0}), (b.noted, None)):
            b.session.run(fetch, feed)
            counts.append(len(b.ran))
    return counts


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
