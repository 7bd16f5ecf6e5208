# question: threads_and_queues_q1
# Gives the value as a whole number.
same_session, same_graph, value = False, False, 5
