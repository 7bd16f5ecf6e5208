# question: functions_q1
# loses: 5
# message: tensors
# Thinks that one graph takes every dtype.
numbers, tensors, arrays = 3, 1, 2
