# question: migration_q1
# loses: 6
# message: the cause of c
# Sees initialization where a value is missing.
causes = {"a": 5, "b": 3, "c": 4, "d": 4, "e": 2, "f": 4}
