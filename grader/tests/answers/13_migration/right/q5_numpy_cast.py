# question: migration_q5
# Casts by NumPy.
def slope_native(xs, ys, steps):
    x, y = np.float32(xs), np.float32(ys)
    w, losses = tf.Variable(0.0), []
    for _ in range(steps):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(w * x - y))
        w.assign(w - 0.05 * tape.gradient(loss, w))
        losses.append(float(loss))
    return losses, float(w)
