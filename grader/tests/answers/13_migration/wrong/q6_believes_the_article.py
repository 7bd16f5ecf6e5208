# question: migration_q6
# loses: 16
# message: a2() opened 0 sessions
# Believes everything, and makes no experiment.
NAMES = ["a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8"]
predictions |= dict.fromkeys(NAMES, "true")


a2 = a7 = lambda: ""


verdicts |= {
    "a1": ("true", 6),
    "a2": ("true", 1),
    "a3": ("true", 3),
    "a4": ("true", 9),
    "a5": ("true", 7),
    "a6": ("true", 10),
    "a7": ("true", 4),
    "a8": ("true", 8),
}
