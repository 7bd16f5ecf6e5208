# question: lazy_execution_q1
# loses: 4
# message: 4 is not the right value
# Counts a, b and the two results, but not the constant that the Python number 2.0 becomes.
operations = 4
kind = "tensor"
value = 14.0
