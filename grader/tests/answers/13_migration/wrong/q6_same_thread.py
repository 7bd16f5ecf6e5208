# question: migration_q6
# loses: 9
# message: is made by the thread that calls it
# Unpacks what it should give as it is, and calls in its own thread what another should call.
NAMES = ["a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8"]
predictions |= dict.fromkeys(NAMES, "false")


def a2():
    with bench() as b:
        packed = v1.train.SessionRunArgs(b.y, {b.x: 3.0})
        return kind_of(lambda: b.session.run(packed.fetches, packed.feed_dict))


def a7():
    with bench() as b:
        return kind_of(lambda: b.session.run(stranger))


verdicts |= {
    "a1": ("false", 6),
    "a2": ("false", 1),
    "a3": ("false", 3),
    "a4": ("false", 9),
    "a5": ("false", 7),
    "a6": ("false", 10),
    "a7": ("false", 4),
    "a8": ("false", 2),
}
