# question: hooks_and_clusters_q5
# loses: 15
# message: sessions opened
# Computes the list in Python.
def interrupted(steps, bad_run):
    before = min(bad_run - 1, steps)
    return [*range(1, before + 1), *range(1, steps - before + 1)]
