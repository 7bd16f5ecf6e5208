# question: migration_q5
# One tf.function for the step, and an optimizer of Keras.
def slope_native(xs, ys, steps):
    w = tf.Variable(0.0)
    sgd = tf.keras.optimizers.SGD(0.05)
    x, y = tf.constant(xs, tf.float32), tf.constant(ys, tf.float32)

    def loss_of():
        return tf.reduce_mean((w * x - y) ** 2)

    losses = []
    for _ in range(steps):
        with tf.GradientTape() as tape:
            loss = loss_of()
        sgd.apply_gradients([(tape.gradient(loss, w), w)])
        losses.append(loss.numpy().item())
    return losses, w.numpy().item()
