import tensorflow as tf, traceback

tf.compat.v1.disable_eager_execution()
G = globals()
CELLS = [
    (
        "B4_1",
        'import tensorflow as tf\n# 方法1：使用tf.compat.v1 API\nwith tf.compat.v1.Session() as sess:\n    # 定义常量\n    a = tf.constant(3.0)\n    b = tf.constant(4.0)\n    c = a + b\n    # 执行并获取结果\n    result = sess.run(c)\n    print("c =", result) # 7.0\n',
    ),
    (
        "B4_2",
        '# 使用placeholder作为输入\nwith tf.compat.v1.Session() as sess:\n    x = tf.compat.v1.placeholder(tf.float32, shape=(2,), name="x")\n    y = tf.compat.v1.placeholder(tf.float32, shape=(2,), name="y")\n    z = x + y\n    # 运行需要feed_dict提供具体数值\n    result = sess.run(z, feed_dict={x: [1.0, 2.0], y: [3.0, 4.0]})\n    print("z =", result) # [4.0, 6.0]\n    # 变量需要初始化\n    w = tf.Variable(tf.ones((2,)), name="w")\n    # 初始化操作\n    init_op = tf.compat.v1.global_variables_initializer()\n    sess.run(init_op)\n    print("w =", sess.run(w))\n',
    ),
    (
        "B4_3",
        "# 配置GPU内存增长\nconfig = tf.compat.v1.ConfigProto()\nconfig.gpu_options.allow_growth = True\nconfig.log_device_placement = False # 是否打印设备分配\nwith tf.compat.v1.Session(config=config) as sess:\n    a = tf.constant([1, 2, 3])\n    b = tf.constant([4, 5, 6])\n    c = a + b\n    print(sess.run(c))\n",
    ),
    (
        "B4_4",
        'with tf.compat.v1.Session() as sess:\n    x = tf.constant(2)\n    y = tf.square(x)\n    z = tf.sqrt(tf.cast(x, tf.float32))\n    # 同时获取多个结果\n    res_y, res_z = sess.run([y, z])\n    print("y =", res_y, "z =", res_z)\n    # 使用字典命名返回结果\n    results = sess.run({"sq": y, "sqrt": z})\n    print(results)\n',
    ),
    (
        "B4_5",
        '# InteractiveSession会设置自身为默认会话，且Tensor.eval()可直接使用\nsess = tf.compat.v1.InteractiveSession()\na = tf.constant(5.0)\nb = tf.constant(6.0)\nc = a * b\n# 不需要显式sess.run，可以直接eval()\nprint("c =", c.eval()) # 30.0\nsess.close()\n',
    ),
    (
        "B4_6",
        "# 对于需要多次feed不同输入但图结构固定的场景，PartialRun可减少开销\nwith tf.compat.v1.Session() as sess:\n    a = tf.compat.v1.placeholder(tf.float32, shape=(2,))\n    b = tf.compat.v1.placeholder(tf.float32, shape=(2,))\n    c = a + b\n    d = a * b\n    # 创建部分运行句柄\n    pr = sess.partial_run_setup([c, d], [a, b])\n    # 第一次执行：只提供a，执行到c（注意：必须提供所有依赖的feed，PartialRun允许先给一部分）\n    # 实际使用复杂，一般场景较少\n    # 示例：先运行c，后运行d\n    res_c = sess.partial_run(pr, c, feed_dict={a: [1, 1], b: [2, 2]})\n    res_d = sess.partial_run(pr, d, feed_dict={a: [3, 3], b: [4, 4]})\n    print(res_c, res_d)\n",
    ),
    (
        "B4_7",
        "# 2.x的tf.function将函数转为图，调用时隐式执行，但类似Session.run\n@tf.function\ndef graph_func(x, y):\n    return x + y\n# 调用时立即执行，但内部使用图\nresult = graph_func(tf.constant(1), tf.constant(2))\nprint(result) # 3\n# 查看生成的图\nconcrete = graph_func.get_concrete_function(tf.TensorSpec(shape=(), dtype=tf.int32), tf.TensorSpec(shape=(), dtype=tf.int32))\nprint(concrete.graph.as_graph_def())\n",
    ),
    (
        "B5_1",
        'import tensorflow.compat.v1 as tf\ntf.disable_v2_behavior()\n# 生成合成数据\nimport numpy as np\nX_train = np.linspace(0, 10, 100)\ny_train = 2*X_train + 1 + np.random.randn(100)*0.5\n# 定义图\nX = tf.placeholder(tf.float32, shape=(None,), name="X")\ny = tf.placeholder(tf.float32, shape=(None,), name="y")\nw = tf.Variable(0.0, name="weight")\nb = tf.Variable(0.0, name="bias")\ny_pred = w*X + b\nloss = tf.reduce_mean(tf.square(y - y_pred))\noptimizer = tf.train.GradientDescentOptimizer(learning_rate=0.01).minimize(loss)\ninit = tf.global_variables_initializer()\n# 创建会话并训练\nwith tf.Session() as sess:\n    sess.run(init)\n    for epoch in range(100):\n        _, l = sess.run([optimizer, loss], feed_dict={X: X_train, y: y_train})\n        if epoch % 20 == 0:\n            print(f"Epoch{epoch}, loss={l:.4f}")\n    w_val, b_val = sess.run([w, b])\n    print(f"Trained: w={w_val:.3f}, b={b_val:.3f}")\n',
    ),
    (
        "B5_2",
        'import tensorflow as tf\nimport numpy as np\n# 使用compat.v1模块，但不完全禁用v2行为（可以局部使用）\nX_train = np.linspace(0, 10, 100).astype(np.float32)\ny_train = (2*X_train + 1 + np.random.randn(100)*0.5).astype(np.float32)\n# 在tf.compat.v1命名空间下操作\ntf_v1 = tf.compat.v1\nX = tf_v1.placeholder(tf.float32, shape=(None,), name="X")\ny = tf_v1.placeholder(tf.float32, shape=(None,), name="y")\nw = tf_v1.Variable(0.0, name="weight")\nb = tf_v1.Variable(0.0, name="bias")\ny_pred = w*X + b\nloss = tf_v1.reduce_mean(tf.square(y - y_pred))\noptimizer = tf_v1.train.GradientDescentOptimizer(learning_rate=0.01).minimize(loss)\ninit = tf_v1.global_variables_initializer()\n# 创建会话\nwith tf_v1.Session() as sess:\n    sess.run(init)\n    for epoch in range(100):\n        _, l = sess.run([optimizer, loss], feed_dict={X: X_train, y: y_train})\n        if epoch % 20 == 0:\n            print(f"Epoch{epoch}, loss={l:.4f}")\n    w_val, b_val = sess.run([w, b])\n    print(f"Trained: w={w_val:.3f}, b={b_val:.3f}")\n',
    ),
    (
        "B5_3",
        '# 2.x原生方式\nX_tensor = tf.constant(X_train)\ny_tensor = tf.constant(y_train)\nw_var = tf.Variable(0.0)\nb_var = tf.Variable(0.0)\noptimizer = tf.keras.optimizers.SGD(0.01)\ndef train_step(X, y):\n    with tf.GradientTape() as tape:\n        y_pred = w_var*X + b_var\n        loss = tf.reduce_mean(tf.square(y - y_pred))\n    grads = tape.gradient(loss, [w_var, b_var])\n    optimizer.apply_gradients(zip(grads, [w_var, b_var]))\n    return loss\nfor epoch in range(100):\n    loss_val = train_step(X_tensor, y_tensor)\n    if epoch % 20 == 0:\n        print(f"Epoch{epoch}, loss={loss_val:.4f}")\nprint(f"Trained: w={w_var.numpy():.3f}, b={b_var.numpy():.3f}")\n',
    ),
    (
        "B7_4",
        "import tensorflow.compat.v1 as tf\ntf.disable_v2_behavior()\nfor i in range(100):\n    a = tf.constant([i])\n    b = a + 1\n    with tf.Session() as sess:\n        print(sess.run(b))\n",
    ),
]
for n, c in CELLS:
    print("#### cell", n)
    try:
        exec(compile(c, n, "exec"), G)
    except Exception as e:
        print("!!", type(e).__name__, str(e)[:300])
