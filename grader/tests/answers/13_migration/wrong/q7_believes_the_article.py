# question: migration_q7
# loses: 14
# message: these four verdicts
# Believes everything, and runs one graph only.
verdicts = {f"a{number}": "true" for number in range(1, 17)}


def experiment():
    with tf.Graph().as_default(), v1.Session() as session:
        one = tf.constant(3.0)
        return float(session.run(one)), "" if session.run(one) else "ValueError"
