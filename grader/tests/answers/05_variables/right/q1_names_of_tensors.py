# question: variables_q1
# Names the variable as its tensor is named.
level_is = 2
copy_is = 16
uninitialized = ["late:0"]
