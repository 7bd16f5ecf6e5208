# question: running_graphs_q2
# Fetches and feeds by name.
def look_then_feed(session, first, second, a, b, value):
    handle = session.partial_run_setup([first.name, second.name], [a.name, b.name])
    seen = float(session.partial_run(handle, first.name, {a.name: value}))
    return seen, float(session.partial_run(handle, second.name, {b.name: seen * 10}))
