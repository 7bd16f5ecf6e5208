# question: functions_q1
# Runs the program instead of predicting.
numbers, tensors, arrays = program()
