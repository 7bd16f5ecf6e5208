# question: saving_q1
# loses: 10
# message: names
# Thinks that the Saver saves all variables under their own names.
names = ["bias", "weight"]
kept = [3, 4]
values = [8.0, 32.0]
