# question: lazy_execution_q1
# Writes the value without a decimal point and the count with one.
operations, kind, value = 5.0, "tensor", 14
