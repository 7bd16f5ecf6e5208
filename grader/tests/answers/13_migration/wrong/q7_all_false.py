# question: migration_q7
# loses: 4
# message: these four verdicts
# Believes nothing at all.
verdicts = {f"a{number}": "false" for number in range(1, 17)}


def experiment():
    one, two = tf.Graph(), tf.Graph()
    with one.as_default():
        a = tf.constant(3.0)
    with two.as_default():
        b = tf.constant(2.0)
    with v1.Session(graph=one) as session:
        found = float(session.run(a))
        try:
            session.run(b)
        except Exception as error:
            return found, type(error).__name__
    return found, ""
