# question: migration_q7
# Writes the verdicts as a line, and closes by hand.
words = "false " * 7 + "partly " + "false " * 5 + "true partly false"
verdicts = {f"a{number}": word for number, word in enumerate(words.split(), 1)}


def experiment():
    with tf.Graph().as_default() as graph:
        a = tf.constant(3.0)
    with tf.Graph().as_default():
        b = tf.constant(6.0)
    session = v1.Session(graph=graph)
    kind = ""
    try:
        own = session.run(a).item()
        session.run(b)
    except ValueError:
        kind = "ValueError"
    finally:
        session.close()
    return own, kind
