# question: migration_q4
# loses: 12
# message: A worker without a chief
# Leaves the default open, and makes everybody a chief.
def plus_one(value):
    return leaves_a_default(value)


def started(is_chief):
    return waits_for_hours(True)
