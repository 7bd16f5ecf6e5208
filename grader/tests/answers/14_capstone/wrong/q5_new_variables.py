# question: capstone_q5
# loses: 20
# message: the losses
# Makes new variables in each step.
def train_natively(images, labels, classes, steps, rate):
    history = []
    for _ in range(steps):
        weights = tf2.Variable(tf2.zeros([images.shape[1], classes]))
        bias = tf2.Variable(tf2.zeros([classes]))
        with tf2.GradientTape() as tape:
            scores = images @ weights + bias
            entropy = tf2.nn.softmax_cross_entropy_with_logits(tf2.one_hot(labels, classes), scores)
            loss = tf2.reduce_mean(entropy)
        down = tape.gradient(loss, [weights, bias])
        weights.assign_sub(rate * down[0])
        bias.assign_sub(rate * down[1])
        history.append(float(loss))
    return history, weights.numpy(), bias.numpy()
