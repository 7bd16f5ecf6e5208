# question: feeds_q1
# Casts with NumPy and tries the feed that may fail.
a = int(np.asarray(7.99, dtype=np.int32))
b = np.array([257]).astype(np.uint8)[0]
with tf.Session(graph=arrivals) as _session:
    try:
        c = int(_session.run(pixel, {pixel: 257}))
    except TypeError:
        c = "error"
    d = float(_session.run(ratio, {ratio: "0.25"}))
e = bool(np.asarray([0.0, 0.5], dtype=bool)[1])
