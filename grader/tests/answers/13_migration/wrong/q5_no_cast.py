# question: migration_q5
# loses: 12
# message: double tensor
# Takes the data as they are.
def slope_native(xs, ys, steps):
    w, losses = tf.Variable(0.0), []
    for _ in range(steps):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(w * tf.constant(xs) - tf.constant(ys)))
        w.assign_sub(0.05 * tape.gradient(loss, w))
        losses.append(float(loss))
    return losses, float(w)
