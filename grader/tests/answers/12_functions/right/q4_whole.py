# question: functions_q4
# Gives whole numbers.
notes, total = 1, 10
