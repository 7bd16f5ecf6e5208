# question: functions_q1
# loses: 10
# message: numbers
# Counts calls, not kinds, of numbers and arrays.
numbers = 5
tensors = 2
arrays = 4
