# question: migration_q7
# loses: 9
# message: a14()
# Returns what the run returns, and one number in place of a pair; believes in the device of the last run.
NAMES = ["a9", "a10", "a11", "a12", "a13", "a14", "a15", "a16"]
predictions |= dict.fromkeys(NAMES, "false")


def a9():
    with bench() as b:
        return b.session.run(b.slow)


def a14():
    with bench() as b:
        b.session.run(b.y, {b.x: 3.0})
        b.session.run(b.noted)
        return len(b.ran)


verdicts |= {
    "a9": ("false", 2),
    "a10": ("true", 9),
    "a11": ("false", 4),
    "a12": ("false", 8),
    "a13": ("false", 1),
    "a14": ("true", 7),
    "a15": ("partly", 3),
    "a16": ("false", 10),
}
