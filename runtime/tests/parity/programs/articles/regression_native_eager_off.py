import tensorflow as tf

tf.compat.v1.disable_eager_execution()
import numpy as np

X_train = np.linspace(0, 10, 100).astype(np.float32)
y_train = (2 * X_train + 1 + np.random.randn(100) * 0.5).astype(np.float32)
# 2.x原生方式
X_tensor = tf.constant(X_train)
y_tensor = tf.constant(y_train)
w_var = tf.Variable(0.0)
b_var = tf.Variable(0.0)
optimizer = tf.keras.optimizers.SGD(0.01)


def train_step(X, y):
    with tf.GradientTape() as tape:
        y_pred = w_var * X + b_var
        loss = tf.reduce_mean(tf.square(y - y_pred))
    grads = tape.gradient(loss, [w_var, b_var])
    optimizer.apply_gradients(zip(grads, [w_var, b_var]))
    return loss


for epoch in range(100):
    loss_val = train_step(X_tensor, y_tensor)
    if epoch % 20 == 0:
        print(f"Epoch{epoch}, loss={loss_val:.4f}")
print(f"Trained: w={w_var.numpy():.3f}, b={b_var.numpy():.3f}")
