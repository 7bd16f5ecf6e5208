# question: functions_q4
# loses: 5
# message: notes
# Thinks that each value of a tensor is traced.
notes = 2
total = 10.0
