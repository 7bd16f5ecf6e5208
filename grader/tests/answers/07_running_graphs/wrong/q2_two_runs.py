# question: running_graphs_q2
# loses: 20
# message: ran 2 times
# Makes two plain runs.
def look_then_feed(session, first, second, a, b, value):
    seen = session.run(first, {a: value})
    return seen, session.run(second, {a: value, b: 10.0 * seen})
