# question: migration_q4
# loses: 12
# message: A chief gives
# Computes without a session, and takes the chief for the worker.
def plus_one(value):
    return value + 1.0


def started(is_chief):
    return "no chief" if is_chief else "ready"
