# question: migration_q7
# loses: 24
# message: predictions has 'yes' for a1
# Believes everything, in words of its own.
predictions = verdicts = {f"a{number}": "yes" for number in range(1, 17)}
