# question: saving_q1
# loses: 5
# message: names
# Takes the variable's name for the name in the file.
names = ["weight"]
kept = [3, 4]
values = [8.0, 4.0]
