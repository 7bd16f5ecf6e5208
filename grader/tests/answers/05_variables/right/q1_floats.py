# question: variables_q1
# Writes whole numbers with a decimal point.
uninitialized = list(("late",))
level_is = 8.0 - 6.0
copy_is = 16.0
