# question: saving_q2
# loses: 15
# message: opened 0 sessions
# Keeps the counts in a dictionary of Python's.
counts = {}


def count_on(directory, times):
    counts[directory] = counts.get(directory, 0) + times
    return counts[directory]
