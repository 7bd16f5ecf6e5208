# question: capstone_q5
# loses: 20
# message: the losses
# Climbs instead of descending.
def train_natively(images, labels, classes, steps, rate):
    both = [tf2.Variable(tf2.zeros([images.shape[1], classes])), tf2.Variable(tf2.zeros([classes]))]
    history = []
    for _ in range(steps):
        with tf2.GradientTape() as tape:
            scores = images @ both[0] + both[1]
            entropy = tf2.nn.softmax_cross_entropy_with_logits(tf2.one_hot(labels, classes), scores)
            loss = tf2.reduce_mean(entropy)
        for variable, slope in zip(both, tape.gradient(loss, both)):
            variable.assign_add(rate * slope)
        history.append(float(loss))
    return history, both[0].numpy(), both[1].numpy()
