# question: migration_q5
# loses: 12
# message: the losses
# Records the loss after each step.
def slope_native(xs, ys, steps):
    x, y = tf.cast(xs, tf.float32), tf.cast(ys, tf.float32)
    w, losses = tf.Variable(0.0), []
    for _ in range(steps):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(w * x - y))
        w.assign_sub(0.05 * tape.gradient(loss, w))
        losses.append(float(tf.reduce_mean(tf.square(w * x - y))))
    return losses, float(w)
