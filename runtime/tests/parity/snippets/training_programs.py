"""Whole training programs: all that they see on the way is compared."""

# %% linear regression of the article on sessions, v1 form
X_train = np.linspace(0, 10, 100)
y_train = 2 * X_train + 1 + np.random.RandomState(7).randn(100) * 0.5
X = tf.placeholder(tf.float32, shape=(None,), name="X")
y = tf.placeholder(tf.float32, shape=(None,), name="y")
w = tf.Variable(0.0, name="weight")
b = tf.Variable(0.0, name="bias")
loss = tf.reduce_mean(tf.square(y - (w * X + b)))
optimizer = tf.train.GradientDescentOptimizer(learning_rate=0.01).minimize(loss)
history = []
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(100):
        _, before = sess.run([optimizer, loss], feed_dict={X: X_train, y: y_train})
        history.append([before, *sess.run([w, b])])
np.array(history)

# %% linear regression of the article on sessions, compat form
tf_v1 = tf2.compat.v1
X_train = np.linspace(0, 10, 100).astype(np.float32)
y_train = (2 * X_train + 1 + np.random.RandomState(7).randn(100) * 0.5).astype(np.float32)
X = tf_v1.placeholder(tf.float32, shape=(None,), name="X")
y = tf_v1.placeholder(tf.float32, shape=(None,), name="y")
w = tf_v1.Variable(0.0, name="weight")
b = tf_v1.Variable(0.0, name="bias")
loss = tf_v1.reduce_mean(tf_v1.square(y - (w * X + b)))
optimizer = tf_v1.train.GradientDescentOptimizer(learning_rate=0.01).minimize(loss)
with tf_v1.Session() as sess:
    sess.run(tf_v1.global_variables_initializer())
    losses = [sess.run([optimizer, loss], {X: X_train, y: y_train})[1] for _ in range(100)]
    w_val, b_val = sess.run([w, b])
losses, w_val, b_val, f"Trained: w={w_val:.3f}, b={b_val:.3f}"

# %% softmax classifier of the digits
table = np.loadtxt(os.path.join(os.environ["COURSE_DATA"], "digits.csv.gz"), delimiter=",")
pixels, digits = np.float32(table[:, :64] / 16), table[:, 64].astype(np.int64)
images = tf.placeholder(tf.float32, [None, 64], name="images")
labels = tf.placeholder(tf.int64, [None], name="labels")
w = tf.Variable(np.random.RandomState(1).normal(0, 0.01, [64, 10]).astype(np.float32))
b = tf.Variable(tf.zeros([10]))
logits = tf.matmul(images, w) + b
loss = tf.reduce_mean(
    tf.nn.softmax_cross_entropy_with_logits(labels=tf.one_hot(labels, 10), logits=logits)
)
train = tf.train.GradientDescentOptimizer(0.5).minimize(loss)
right = tf.equal(tf.argmax(logits, 1), labels)
accuracy = tf.reduce_mean(tf.cast(right, tf.float32))
losses = []
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(150):
        batch = np.arange(step * 100, step * 100 + 100) % 1400
        feeds = {images: pixels[batch], labels: digits[batch]}
        losses.append(sess.run([train, loss], feeds)[1])
    test = {images: pixels[1400:], labels: digits[1400:]}
    final = sess.run([accuracy, w, b], test)
np.array(losses), final

# %% softmax classifier of the digits, with Adam, decay, a global step and averages of the weights
table = np.loadtxt(os.path.join(os.environ["COURSE_DATA"], "digits.csv.gz"), delimiter=",")
pixels, digits = table[:, :64] / 16, table[:, 64].astype(np.int32)
images = tf.placeholder(tf.float64, [None, 64])
labels = tf.placeholder(tf.int32, [None])
step = tf.train.get_or_create_global_step()
with tf.variable_scope("classifier"):
    w = tf.get_variable("w", [64, 10], tf.float64, tf.zeros_initializer())
    b = tf.get_variable("b", [10], tf.float64, tf.zeros_initializer())
logits = images @ w + b
losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
loss = tf.reduce_mean(losses) + 0.001 * tf.nn.l2_loss(w)
rate = tf.train.exponential_decay(0.05, step, 20, 0.7, staircase=True)
train = tf.train.AdamOptimizer(rate).minimize(loss, global_step=step)
average = tf.train.ExponentialMovingAverage(0.9)
with tf.control_dependencies([train]):
    train = average.apply([w])
s.run(tf.global_variables_initializer())
for turn in range(60):
    s.run(
        train,
        {images: pixels[turn * 20 : turn * 20 + 20], labels: digits[turn * 20 : turn * 20 + 20]},
    )
s.run([loss, step, w, b, average.average(w)], {images: pixels[1400:], labels: digits[1400:]})
