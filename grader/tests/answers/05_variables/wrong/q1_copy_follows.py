# question: variables_q1
# loses: 5
# message: 4 is not the right value
# Thinks that the second variable follows the first.
level_is, copy_is, uninitialized = 2, 4, ["late"]
