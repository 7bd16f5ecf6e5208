# question: fetches_q6
# loses: 15
# message: total:0:0
# Puts :0 behind every name.
def values_of(session, names):
    return session.run({name: f"{name}:0" for name in names})
