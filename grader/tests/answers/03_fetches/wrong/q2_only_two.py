# question: fetches_q2
# loses: 15
# message: A report of one constant
# Knows the two names of the example.
def report(session, tensors, feed_dict):
    mean, largest = session.run([tensors.get("mean"), tensors.get("largest")], feed_dict) if (
        "mean" in tensors
    ) else (0.0, 0.0)
    return {"mean": float(mean), "largest": float(largest)}
