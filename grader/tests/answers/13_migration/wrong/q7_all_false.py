# question: migration_q7
# loses: 18
# message: name 'a2' is not defined
# Believes nothing at all, and tries nothing.
predictions = verdicts = {f"a{number}": "false" for number in range(1, 17)}
