# question: migration_q5
# loses: 12
# message: No gradient was asked of a tf.GradientTape
# Takes the derivative by hand, in NumPy.
def slope_native(xs, ys, steps):
    x, y = np.float32(xs), np.float32(ys)
    w, losses = np.float32(0.0), []
    for _ in range(steps):
        losses.append(float(np.mean((w * x - y) ** 2)))
        w -= np.float32(0.05) * np.mean(2.0 * (w * x - y) * x)
    return losses, float(w)
