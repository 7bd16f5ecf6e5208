# question: lazy_execution_q3
# A loop; fetches both tensors in a dict and takes one.
def evaluate(session, x, y, points):
    values = []
    for point in points:
        both = session.run({"x": x, "y": y}, {x: point})
        values.append(both["y"])
    return values
