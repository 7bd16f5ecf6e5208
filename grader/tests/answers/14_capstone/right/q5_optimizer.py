# question: capstone_q5
# Lets Keras' optimizer do the two subtractions.
def train_natively(images, labels, classes, steps, rate):
    optimizer = tf2.keras.optimizers.SGD(rate)
    both = [tf2.Variable(tf2.zeros([images.shape[1], classes])), tf2.Variable(tf2.zeros([classes]))]
    history = []
    for _ in range(steps):
        with tf2.GradientTape() as tape:
            losses = tf2.nn.softmax_cross_entropy_with_logits(
                tf2.one_hot(labels, classes), images @ both[0] + both[1]
            )
            loss = tf2.reduce_mean(losses)
        optimizer.apply_gradients(zip(tape.gradient(loss, both), both))
        history.append(loss.numpy().item())
    return [history, *[variable.numpy() for variable in both]]
