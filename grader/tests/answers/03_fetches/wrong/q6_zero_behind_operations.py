# question: fetches_q6
# loses: 15
# message: The operation, 'done', exists but only has 0 outputs
# Forgets operations without outputs.
def values_of(session, names):
    return session.run({name: name if ":" in name else f"{name}:0" for name in names})
