# question: migration_q7
# loses: 14
# message: a14() opened 0 sessions
# Writes down what the experiments would give, and judges only these.
NAMES = ["a9", "a10", "a11", "a12", "a13", "a14", "a15", "a16"]
predictions |= dict.fromkeys(NAMES, "false")


def a9():
    return 0.1


def a14():
    return 0, 1


verdicts |= {
    "a9": ("false", 2),
    "a14": ("true", 7),
}
