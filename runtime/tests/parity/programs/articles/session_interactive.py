import tensorflow as tf

# InteractiveSession会设置自身为默认会话，且Tensor.eval()可直接使用
sess = tf.compat.v1.InteractiveSession()
a = tf.constant(5.0)
b = tf.constant(6.0)
c = a * b
# 不需要显式sess.run，可以直接eval()
print("c =", c.eval())  # 30.0
sess.close()
