import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
# 生成合成数据
import numpy as np

X_train = np.linspace(0, 10, 100)
y_train = 2 * X_train + 1 + np.random.randn(100) * 0.5
# 定义图
X = tf.placeholder(tf.float32, shape=(None,), name="X")
y = tf.placeholder(tf.float32, shape=(None,), name="y")
w = tf.Variable(0.0, name="weight")
b = tf.Variable(0.0, name="bias")
y_pred = w * X + b
loss = tf.reduce_mean(tf.square(y - y_pred))
optimizer = tf.train.GradientDescentOptimizer(learning_rate=0.01).minimize(loss)
init = tf.global_variables_initializer()
# 创建会话并训练
with tf.Session() as sess:
    sess.run(init)
    for epoch in range(100):
        _, l = sess.run([optimizer, loss], feed_dict={X: X_train, y: y_train})
        if epoch % 20 == 0:
            print(f"Epoch{epoch}, loss={l:.4f}")
    w_val, b_val = sess.run([w, b])
    print(f"Trained: w={w_val:.3f}, b={b_val:.3f}")
