# question: sessions_q1
# Runs the steps in sessions of its own instead of predicting.
with tf.Session(graph=shop) as one, tf.Session(graph=shop) as two:
    one.run(stock.initializer)
    two.run(stock.initializer)
    one.run(sell)
    one.run(sell)
    two.run(sell)
    a, b = one.run(stock), two.run(stock)
    one.run(stock.initializer)
    c, d = one.run(stock), two.run(stock)
e = "number"
with tf.Session(graph=shop) as three:
    try:
        three.run(stock)
    except tf.errors.FailedPreconditionError:
        e = "error"
