# question: functions_q1
# Gives the numbers with a point.
numbers, tensors, arrays = 3.0, np.int64(2), 2.0
