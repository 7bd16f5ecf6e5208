# question: running_graphs_q2
# loses: 20
# message: You must feed a value for placeholder tensor 'b'
# Names only the first feed in the set-up.
def look_then_feed(session, first, second, a, b, value):
    handle = session.partial_run_setup([first, second], [a])
    seen = session.partial_run(handle, first, {a: value})
    return seen, session.partial_run(handle, second, {b: 10.0 * seen})
