# question: migration_q7
# loses: 6
# message: opened 2 sessions
# Opens a session for each graph.
verdicts = {f"a{number}": "false" for number in range(1, 17)}
verdicts |= {"a8": "partly", "a15": "partly", "a14": "true"}


def experiment():
    found = []
    for value in (3.0, 2.0):
        with tf.Graph().as_default(), v1.Session() as session:
            found.append(float(session.run(tf.constant(value))))
    return found[0], ""
