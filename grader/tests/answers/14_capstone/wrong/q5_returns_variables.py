# question: capstone_q5
# loses: 20
# message: .numpy() of a tf2.Variable
# Returns the variables in place of their arrays.
def train_natively(images, labels, classes, steps, rate):
    w = tf2.Variable(tf2.zeros([images.shape[1], classes]))
    b = tf2.Variable(tf2.zeros([classes]))
    losses = []
    for _ in range(steps):
        with tf2.GradientTape() as tape:
            each = tf2.nn.sparse_softmax_cross_entropy_with_logits(labels, images @ w + b)
            loss = tf2.reduce_mean(each)
        slopes = tape.gradient(loss, [w, b])
        w.assign_sub(rate * slopes[0])
        b.assign_sub(rate * slopes[1])
        losses.append(float(loss))
    return losses, w, b
