# question: threads_and_queues_q1
# loses: 5
# message: value
# Thinks that each thread has its own value of the variable.
same_session = False
same_graph = False
value = 1.0
