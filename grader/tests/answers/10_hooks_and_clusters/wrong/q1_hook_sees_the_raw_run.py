# question: hooks_and_clusters_q1
# loses: 5
# message: notes
# Thinks that the hook sees the raw session's runs.
found = [2, 3]
notes = [2, 3, 4]
raw = 4
