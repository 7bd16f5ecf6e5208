# question: migration_q1
# Assigns one by one.
causes = {}
causes["f"], causes["e"], causes["d"] = 4, 6, 1
causes["c"], causes["b"], causes["a"] = 2, 3, 5
