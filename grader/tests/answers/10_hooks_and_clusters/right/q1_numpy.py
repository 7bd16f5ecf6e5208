# question: hooks_and_clusters_q1
# Gives the last number as a float that is whole.
found = notes = [2, 3]
raw = 4.0
