# question: hooks_and_clusters_q1
# loses: 15
# message: found
# Thinks that the hook makes runs of its own.
found = [3, 5]
notes = [2, 4, 6]
raw = 7
