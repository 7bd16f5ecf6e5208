# question: saving_q1
# Runs the program.
names, kept, values = program()
