# question: migration_q1
# Builds the dictionary from pairs.
causes = dict(zip("abcdef", [5, 3, 2, 1, 6, 4]))
