# question: variables_q1
# loses: 5
# message: should be a list of names
# Gives the name without a list.
level_is, copy_is, uninitialized = 2, 16, "late"
