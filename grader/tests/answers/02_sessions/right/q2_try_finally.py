# question: sessions_q2
# Closes in a finally, without with.
def value_of(graph, name):
    session = tf.Session(graph=graph)
    try:
        return session.run(graph.get_tensor_by_name(name))
    except tf.errors.OpError:
        return None
    finally:
        session.close()
