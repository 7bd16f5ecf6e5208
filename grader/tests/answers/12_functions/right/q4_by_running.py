# question: functions_q4
# Runs the program instead of predicting.
notes, total = effects()
