# question: capstone_q5
# loses: 20
# message: The weights are float64
# Needs no TensorFlow at all.
def train_natively(images, labels, classes, steps, rate):
    weights, bias, history = np.zeros([images.shape[1], classes]), np.zeros(classes), []
    hot = np.eye(classes)[labels]
    for _ in range(steps):
        shares = np.exp(images @ weights + bias)
        shares /= shares.sum(axis=1)[:, None]
        history.append(float(-(hot * np.log(shares)).sum(axis=1).mean()))
        weights -= rate * images.T @ (shares - hot) / len(labels)
        bias -= rate * (shares - hot).mean(axis=0)
    return history, weights, bias
