# question: running_graphs_q2
# Fetches lists and returns a list.
def look_then_feed(session, first, second, a, b, value):
    run = session.partial_run_setup(fetches=[second, first], feeds=[b, a])
    (seen,) = session.partial_run(run, [first], {a: value})
    (last,) = session.partial_run(run, [second], {b: sum([seen] * 10)})
    return [seen, last]
