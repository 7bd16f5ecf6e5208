# question: migration_q1
# loses: 4
# message: the cause of d
# Takes a missing feed for a wrong shape, and a missing initializer for a missing feed.
causes = {"a": 5, "b": 3, "c": 2, "d": 7, "e": 6, "f": 1}
