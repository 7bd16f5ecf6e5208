# question: running_graphs_q2
# loses: 20
# message: the value of second is
# Feeds the value itself.
def look_then_feed(session, first, second, a, b, value):
    handle = session.partial_run_setup([first, second], [a, b])
    seen = session.partial_run(handle, first, {a: value})
    return seen, session.partial_run(handle, second, {b: 10.0 * value})
