# question: migration_q6
# loses: 10
# message: a2() fails for another reason
# Leaves out the feeds: the runs fail, for other reasons; and turns two findings round.
NAMES = ["a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8"]
predictions |= dict.fromkeys(NAMES, "false")


def a2():
    with bench() as b:
        return kind_of(lambda: b.session.run(b.y))


def a7():
    with bench() as b, ThreadPoolExecutor() as pool:
        return pool.submit(kind_of, lambda: b.session.run(b.unfed)).result()


verdicts |= {
    "a1": ("false", 6),
    "a2": ("false", 1),
    "a3": ("false", 3),
    "a4": ("false", 9),
    "a5": ("false", 7),
    "a6": ("false", 4),
    "a7": ("false", 10),
    "a8": ("partly", 8),
}
