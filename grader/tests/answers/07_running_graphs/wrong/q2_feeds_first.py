# question: running_graphs_q2
# loses: 20
# message: session.run makes a run of its own
# Two runs; the second is fed what the first has computed.
def look_then_feed(session, first, second, a, b, value):
    seen = session.run(first, feed_dict={a: value})
    return seen, session.run(second, feed_dict={first: seen, b: 10.0 * seen})
