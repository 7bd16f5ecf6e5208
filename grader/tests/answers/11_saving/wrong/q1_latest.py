# question: saving_q1
# loses: 10
# message: kept
# Thinks of five checkpoints, and that the latest is restored.
names = ["w"]
kept = [1, 2, 3, 4]
values = [16.0, 4.0]
