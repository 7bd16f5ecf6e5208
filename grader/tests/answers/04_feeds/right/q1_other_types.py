# question: feeds_q1
# Numbers of other types than Python writes them.
a, b, c, d, e = 7.0, np.int64(1), "error", np.float32(0.25), True
