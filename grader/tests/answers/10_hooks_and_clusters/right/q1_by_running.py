# question: hooks_and_clusters_q1
# Runs the program.
found, notes, raw, _ = program()
