# question: capstone_q5
# loses: 20
# message: No gradient was asked of a tf2.GradientTape
# Trains in NumPy, and takes care of the dtype.
def train_natively(images, labels, classes, steps, rate):
    weights = np.zeros([images.shape[1], classes], np.float32)
    bias, history = np.zeros(classes, np.float32), []
    hot = np.eye(classes, dtype=np.float32)[labels]
    for _ in range(steps):
        powers = np.exp(images @ weights + bias)
        shares = powers / powers.sum(1, keepdims=True)
        history.append(float(-np.log((shares * hot).sum(1)).mean()))
        weights -= np.float32(rate / len(labels)) * images.T @ (shares - hot)
        bias -= np.float32(rate) * (shares - hot).mean(0)
    return history, weights, bias
