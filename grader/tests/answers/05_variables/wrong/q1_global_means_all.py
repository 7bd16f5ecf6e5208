# question: variables_q1
# loses: 5
# message: the list of names is of the right type
# Thinks that the initializer starts all variables, whenever they are made.
level_is, copy_is, uninitialized = 2, 16, []
