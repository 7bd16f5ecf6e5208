# question: functions_q1
# loses: 5
# message: arrays
# Thinks that arrays of NumPy count by value.
numbers, tensors, arrays = 3, 2, 3
