# question: lazy_execution_q1
# Asks the graph and a session instead of predicting; the value is a NumPy scalar.
operations = len(reading.get_operations())
kind = "tensor"
with tf.Session(graph=reading) as session:
    value = session.run(double)
