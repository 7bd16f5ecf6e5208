# question: lazy_execution_q3
# Recursion-free one-liner with map.
evaluate = lambda session, x, y, points: list(map(lambda p: session.run(y, {x: p}), points))
