# question: hooks_and_clusters_q2
# loses: 15
# message: the doubles
# Squares in Python, without a session.
def watched(values):
    return [2.0 * value for value in values]
