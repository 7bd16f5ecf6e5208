# question: lazy_execution_q1
# loses: 3
# message: not the right value
# Thinks that the last line has computed a number already.
operations = 5
kind = "number"
value = 14.0
