# question: lazy_execution_q1
# loses: 3
# message: value is the tensor
# Assigns the tensor itself where its value is asked for.
operations = 5
kind = "tensor"
value = double
