# question: migration_q6
# Catches one exception itself, and starts a thread that leaves its finding in a list.
from threading import Thread

NAMES = ["a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8"]
predictions |= dict.fromkeys(NAMES, "false")


def a2():
    with bench() as b:
        try:
            b.session.run(v1.train.SessionRunArgs(b.y, {b.x: 3.0}))
        except Exception as error:
            return type(error).__name__


def a7():
    kinds = []
    with bench() as b:
        thread = Thread(target=lambda: kinds.append(kind_of(lambda: b.session.run([stranger]))))
        thread.start()
        thread.join()
    return kinds[0]


verdicts |= {
    "a1": ("false", 6),
    "a2": ("false", 1),
    "a3": ("false", 3),
    "a4": ("false", 9),
    "a5": ("false", 7),
    "a6": ("false", 10),
    "a7": ("false", 4),
    "a8": ("partly", 8),
}
