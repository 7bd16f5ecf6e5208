# question: threads_and_queues_q1
# Runs the program instead of predicting.
results = program()
same_session = results["same session"]
same_graph = results["same graph"]
value = results["value"]
