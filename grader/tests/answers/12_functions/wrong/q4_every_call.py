# question: functions_q4
# loses: 10
# message: notes
# Thinks that Python runs in every call.
notes = 3
total = 42.0
