# question: threads_and_queues_q1
# loses: 5
# message: same_session
# Thinks that the session is inherited and the graph is not.
same_session = True
same_graph = False
value = 5.0
