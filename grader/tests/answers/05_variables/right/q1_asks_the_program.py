# question: variables_q1
# Runs the program again and asks it; values are NumPy scalars.
with tf.Session(graph=reading) as again:
    again.run(start)
    again.run([drain])
    again.run([drain])
    level_is, copy_is = again.run([level, copy])
uninitialized = [late.op.name]
