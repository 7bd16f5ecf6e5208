# question: migration_q1
# loses: 4
# message: the cause of b
# Takes eager values for tensors of another graph.
causes = {"a": 5, "b": 8, "c": 2, "d": 1, "e": 8, "f": 4}
