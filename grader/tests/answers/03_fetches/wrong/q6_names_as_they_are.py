# question: fetches_q6
# loses: 15
# message: is None
# Hands the names to run: an operation gives None.
def values_of(session, names):
    return session.run({name: name for name in names})
