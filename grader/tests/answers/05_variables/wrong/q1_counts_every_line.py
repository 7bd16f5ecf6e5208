# question: variables_q1
# loses: 5
# message: 102 is not the right value
# Thinks that the line with 100 has run.
level_is, copy_is, uninitialized = 102, 16, ["late"]
