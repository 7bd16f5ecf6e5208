# question: lazy_execution_q1
# loses: 7
# message: 2 is not the right value
# Counts the two lines with arithmetic, and multiplies before it adds.
operations = 2
kind = "tensor"
value = 3.0 + 4.0 * 2.0
