import tensorflow as tf


# 2.x的tf.function将函数转为图，调用时隐式执行，但类似Session.run
@tf.function
def graph_func(x, y):
    return x + y


# 调用时立即执行，但内部使用图
result = graph_func(tf.constant(1), tf.constant(2))
print(result)  # 3
# 查看生成的图
concrete = graph_func.get_concrete_function(
    tf.TensorSpec(shape=(), dtype=tf.int32), tf.TensorSpec(shape=(), dtype=tf.int32)
)
print(concrete.graph.as_graph_def())
