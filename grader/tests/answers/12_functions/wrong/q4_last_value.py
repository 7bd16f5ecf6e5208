# question: functions_q4
# loses: 5
# message: total
# Thinks that the last value of the list counts.
notes = 1
total = 50.0
