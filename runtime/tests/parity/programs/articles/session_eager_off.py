import tensorflow as tf

tf.compat.v1.disable_eager_execution()  # 可切换到1.x行为（可选）
print(tf.__version__, tf.executing_eagerly())
