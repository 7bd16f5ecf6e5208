# question: threads_and_queues_q1
# loses: 10
# message: same_session
# Takes the defaults of the main thread for everybody's.
same_session = True
same_graph = True
value = 5.0
