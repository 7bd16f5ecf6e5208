# question: capstone_q5
# Makes a function of the step.
def train_natively(images, labels, classes, steps, rate):
    weights = tf2.Variable(np.zeros([images.shape[1], classes], np.float32))
    bias = tf2.Variable(np.zeros([classes], np.float32))
    x, hot = tf2.constant(images), tf2.one_hot(labels, classes)

    @tf2.function
    def step():
        with tf2.GradientTape() as tape:
            scores = tf2.matmul(x, weights) + bias
            losses = tf2.nn.softmax_cross_entropy_with_logits(labels=hot, logits=scores)
            loss = tf2.reduce_mean(losses)
        down = tape.gradient(loss, [weights, bias])
        weights.assign_sub(rate * down[0])
        bias.assign_sub(rate * down[1])
        return loss

    return [float(step()) for _ in range(steps)], weights.numpy(), bias.numpy()
