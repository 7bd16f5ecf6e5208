# question: functions_q1
# loses: 5
# message: numbers
# Thinks that Python numbers count by their type.
numbers = 1
tensors = 2
arrays = 2
