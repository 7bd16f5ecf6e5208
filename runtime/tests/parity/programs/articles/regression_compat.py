import tensorflow as tf
import numpy as np

# 使用compat.v1模块，但不完全禁用v2行为（可以局部使用）
X_train = np.linspace(0, 10, 100).astype(np.float32)
y_train = (2 * X_train + 1 + np.random.randn(100) * 0.5).astype(np.float32)
# 在tf.compat.v1命名空间下操作
tf_v1 = tf.compat.v1
X = tf_v1.placeholder(tf.float32, shape=(None,), name="X")
y = tf_v1.placeholder(tf.float32, shape=(None,), name="y")
w = tf_v1.Variable(0.0, name="weight")
b = tf_v1.Variable(0.0, name="bias")
y_pred = w * X + b
loss = tf_v1.reduce_mean(tf.square(y - y_pred))
optimizer = tf_v1.train.GradientDescentOptimizer(learning_rate=0.01).minimize(loss)
init = tf_v1.global_variables_initializer()
# 创建会话
with tf_v1.Session() as sess:
    sess.run(init)
    for epoch in range(100):
        _, l = sess.run([optimizer, loss], feed_dict={X: X_train, y: y_train})
        if epoch % 20 == 0:
            print(f"Epoch{epoch}, loss={l:.4f}")
    w_val, b_val = sess.run([w, b])
    print(f"Trained: w={w_val:.3f}, b={b_val:.3f}")
