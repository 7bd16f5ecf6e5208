# question: lazy_execution_q3
# loses: 15
# message: refers to a Tensor which does not exist
# Feeds by the name x:0, which only the graph of question 2 has.
def evaluate(session, x, y, points):
    return [session.run("truediv:0", feed_dict={"x:0": point}) for point in points]
