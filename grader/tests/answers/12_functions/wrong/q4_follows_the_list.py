# question: functions_q4
# loses: 5
# message: total
# Thinks that the graph reads the list anew.
notes = 1
total = 42.0
