# question: saving_q1
# Whole numbers where the program returns floats.
names = ["w"]
kept = [3, 4]
values = [8, 4]
