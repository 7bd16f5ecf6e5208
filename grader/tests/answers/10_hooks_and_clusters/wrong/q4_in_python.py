# question: hooks_and_clusters_q4
# loses: 15
# message: opened 0 sessions
# Needs no session.
def train_to(last_step, increment):
    steps = [increment]
    while steps[-1] < last_step:
        steps.append(steps[-1] + increment)
    return steps
