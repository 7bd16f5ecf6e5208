# question: migration_q7
# loses: 9
# message: the pair of a14() is
# Takes the mean of three runs, runs what is noted first, and believes that the graph shrinks.
NAMES = ["a9", "a10", "a11", "a12", "a13", "a14", "a15", "a16"]
predictions |= dict.fromkeys(NAMES, "false")


def a9():
    with bench() as b:
        return timeit.timeit(lambda: b.session.run(b.slow), number=3) / 3


def a14():
    with bench() as b:
        b.session.run(b.noted)
        first = len(b.ran)
        b.session.run(b.y, {b.x: 3.0})
        return first, len(b.ran)


verdicts |= {
    "a9": ("false", 2),
    "a10": ("false", 6),
    "a11": ("false", 4),
    "a12": ("false", 8),
    "a13": ("false", 1),
    "a14": ("true", 7),
    "a15": ("true", 5),
    "a16": ("false", 10),
}
