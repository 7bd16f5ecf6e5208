# question: running_graphs_q2
# loses: 20
# message: has already been fed
# Feeds a in both parts.
def look_then_feed(session, first, second, a, b, value):
    handle = session.partial_run_setup([first, second], [a, b])
    seen = session.partial_run(handle, first, {a: value})
    return seen, session.partial_run(handle, second, {a: value, b: 10.0 * seen})
