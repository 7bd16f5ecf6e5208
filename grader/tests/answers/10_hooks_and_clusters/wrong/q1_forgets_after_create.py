# question: hooks_and_clusters_q1
# loses: 15
# message: found
# Forgets that after_create_session runs the tensor once.
found = [1, 2]
notes = [1, 2]
raw = 3
