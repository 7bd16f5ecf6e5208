"""Queues, `QueueRunner` and `Coordinator`."""

# %% enqueue / dequeue order
q = tf.FIFOQueue(3, tf.float32)
s.run(q.enqueue_many([[1.0, 2.0, 3.0]]))
[s.run(q.dequeue()) for _ in range(3)]

# %% size, dtypes, names, queue_ref
q = tf.FIFOQueue(3, [tf.int32, tf.float32], shapes=[[], []], name="q")
s.run(q.enqueue([1, 2.0]))
(s.run(q.size()), q.dtypes, q.shapes, q.name, s.run(q.dequeue()))

# %% single component dequeue is a tensor, several is a list
q = tf.FIFOQueue(3, [tf.int32])
p = tf.FIFOQueue(3, [tf.int32, tf.int32])
(type(q.dequeue()).__name__, type(p.dequeue()).__name__)

# %% wrong dtype
tf.FIFOQueue(3, tf.int32).enqueue(1.5)

# %% wrong number of components: a list value is the list of components; the count is only checked at run time
s.run(tf.FIFOQueue(3, [tf.int32, tf.int32], name="q").enqueue([1], name="e"))

# %% wrong static shape
tf.FIFOQueue(3, tf.float32, shapes=[[2]]).enqueue([[1.0, 2.0, 3.0]])

# %% wrong run-time shape
x = P(tf.float32)
q = tf.FIFOQueue(3, tf.float32, shapes=[[2]], name="q")
s.run(q.enqueue([x], name="e"), {x: [1.0, 2.0, 3.0]})

# %% enqueue_many without a batch dimension
tf.FIFOQueue(3, tf.float32).enqueue_many(1.0)

# %% dequeue_many without static shapes
tf.FIFOQueue(3, tf.float32, name="q").dequeue_many(2)

# %% dequeue_many static shape
q = tf.FIFOQueue(3, tf.float32, shapes=[[2]])
(q.dequeue_many(2).shape.as_list(), q.dequeue_many(P(tf.int32, [])).shape.as_list())

# %% negative dequeue_many
q = tf.FIFOQueue(3, tf.float32, shapes=[[]], name="q")
s.run(q.dequeue_many(P(tf.int32, [], name="n"), name="d"), {"n:0": -1})

# %% close, then dequeue the rest, then error
q = tf.FIFOQueue(3, tf.float32, name="q")
d = q.dequeue(name="d")
s.run(q.enqueue(1.0))
s.run(q.close())
a = s.run(d)
s.run(d)

# %% dequeue_many on a closed queue with too few
q = tf.FIFOQueue(3, tf.float32, shapes=[[]], name="q")
s.run(q.enqueue(1.0))
s.run(q.close())
s.run(q.dequeue_many(2, name="d"))

# %% dequeue_up_to on a closed queue returns the rest
q = tf.FIFOQueue(3, tf.float32, shapes=[[]])
s.run(q.enqueue(1.0))
s.run(q.close())
s.run(q.dequeue_up_to(2))

# %% enqueue on a closed queue
q = tf.FIFOQueue(3, tf.float32, name="q")
s.run(q.close())
s.run(q.enqueue(1.0, name="e"))

# %% close twice
q = tf.FIFOQueue(3, tf.float32, name="q")
s.run(q.close())
s.run(q.close(name="c2"))

# %% is_closed
q = tf.FIFOQueue(3, tf.float32)
a = s.run(q.is_closed())
s.run(q.close())
(a, s.run(q.is_closed()))

# %% blocked dequeue is released by close
q = tf.FIFOQueue(3, tf.float32, name="q")
d = q.dequeue(name="d")
c = q.close()
o = []


def f():
    try:
        s.run(d)
    except Exception as e:
        o.append((type(e).__name__, e.message))


t = threading.Thread(target=f)
t.start()
time.sleep(0.2)
s.run(c)
t.join()
o

# %% blocked enqueue on a full queue, close(cancel_pending_enqueues=True)
q = tf.FIFOQueue(1, tf.float32, name="q")
e = q.enqueue(1.0, name="e")
s.run(e)
c = q.close(cancel_pending_enqueues=True)
o = []


def f():
    try:
        s.run(e)
    except Exception as ex:
        o.append((type(ex).__name__, ex.message))


t = threading.Thread(target=f)
t.start()
time.sleep(0.2)
s.run(c)
t.join()
o

# %% blocked enqueue released by a dequeue
q = tf.FIFOQueue(1, tf.float32)
e = q.enqueue(2.0)
d = q.dequeue()
s.run(e)
t = threading.Thread(target=lambda: s.run(e))
t.start()
time.sleep(0.1)
s.run(d)
t.join(3)
(t.is_alive(), s.run(q.size()))

# %% capacity 0 is not rejected
q = tf.FIFOQueue(0, tf.float32, name="q")
s.run(q.size(name="z"))

# %% queue state belongs to the session
q = tf.FIFOQueue(3, tf.float32)
e = q.enqueue(1.0)
z = q.size()
s.run(e)
(s.run(z), tf.Session().run(z))

# %% shared_name shares within a session
a = tf.FIFOQueue(3, tf.float32, shared_name="sh")
b = tf.FIFOQueue(3, tf.float32, shared_name="sh")
s.run(a.enqueue(1.0))
s.run(b.size())

# %% RandomShuffleQueue min_after_dequeue
q = tf.RandomShuffleQueue(10, 2, tf.int32, shapes=[[]], seed=1)
s.run(q.enqueue_many([[1, 2, 3]]))
s.run(q.dequeue())
s.run(q.dequeue(), options=tf.RunOptions(timeout_in_ms=100))

# %% PaddingFIFOQueue pads
q = tf.PaddingFIFOQueue(3, tf.int32, shapes=[[None]])
s.run(q.enqueue([[1]]))
s.run(q.enqueue([[2, 3]]))
s.run(q.dequeue_many(2))

# %% QueueRunner constructor errors
tf.train.QueueRunner()

# %% QueueRunner without enqueue ops
tf.train.QueueRunner(tf.FIFOQueue(1, tf.float32), [])

# %% start_queue_runners without session
tf.train.start_queue_runners()

# %% start_queue_runners with no runners
tf.train.start_queue_runners(sess=s)

# %% Coordinator: request_stop(exception) inside `except`, re-raised by join
co = tf.train.Coordinator()
try:
    raise ValueError("x")
except ValueError as e:
    co.request_stop(e)
co.join([])

# %% Coordinator: request_stop(sys.exc_info())
co = tf.train.Coordinator()
try:
    raise ValueError("x")
except ValueError:
    co.request_stop(sys.exc_info())
co.join([])

# %% Coordinator: request_stop(exception) OUTSIDE an except block (a TF bug: the message formatting fails)
co = tf.train.Coordinator()
co.request_stop(ValueError("x"))

# %% Coordinator: OutOfRangeError is a clean stop
co = tf.train.Coordinator()
try:
    raise tf.errors.OutOfRangeError(None, None, "x")
except Exception as e:
    co.request_stop(e)
(co.should_stop(), co.join([]))

# %% Coordinator: clean_stop_exception_types
co = tf.train.Coordinator(clean_stop_exception_types=(KeyError,))
with co.stop_on_exception():
    raise KeyError("k")
co.join([])

# %% Coordinator: request_stop twice with exceptions: the first wins
co = tf.train.Coordinator()
with co.stop_on_exception():
    raise ValueError("first")
with co.stop_on_exception():
    raise KeyError("second")
co.join([])

# %% Coordinator.join grace period
co = tf.train.Coordinator()
t = threading.Thread(target=time.sleep, args=(3,), daemon=True, name="slow")
t.start()
co.request_stop()
co.join([t], stop_grace_period_secs=0.1)

# %% join(ignore_live_threads)
co = tf.train.Coordinator()
t = threading.Thread(target=time.sleep, args=(3,), daemon=True)
t.start()
co.request_stop()
co.join([t], stop_grace_period_secs=0.1, ignore_live_threads=True)

# %% join waits until threads end even without stop request
co = tf.train.Coordinator()
t = threading.Thread(target=time.sleep, args=(0.2,))
t.start()
co.join([t])
(t.is_alive(), co.should_stop())

# %% stop_on_exception
co = tf.train.Coordinator()
with co.stop_on_exception():
    raise RuntimeError("boom")
co.join([])

# %% request_stop after join
co = tf.train.Coordinator()
co.join([])
try:
    raise ValueError("late")
except ValueError as e:
    co.request_stop(e)

# %% clear_stop
co = tf.train.Coordinator()
co.request_stop()
co.clear_stop()
co.should_stop()

# %% wait_for_stop
co = tf.train.Coordinator()
(co.wait_for_stop(0.01), co.request_stop(), co.wait_for_stop(0.01))

# %% raise_requested_exception
co = tf.train.Coordinator()
with co.stop_on_exception():
    raise ValueError("x")
co.raise_requested_exception()

# %% LooperThread
co = tf.train.Coordinator()
n = [3]


def f():
    n[0] -= 1
    if n[0] == 0:
        co.request_stop()


t = tf.train.LooperThread.loop(co, 0, target=f)
co.join([t])
n

# %% LooperThread wrong coord
tf.train.LooperThread(3, 0)

# %% QueueRunner pipeline; OutOfRange stops quietly
v = tf.Variable(0)
q = tf.FIFOQueue(10, tf.int32)
c = tf.count_up_to(v, 3)
qr = tf.train.QueueRunner(q, [q.enqueue(c)])
tf.train.add_queue_runner(qr)
s.run(v.initializer)
co = tf.train.Coordinator()
th = tf.train.start_queue_runners(sess=s, coord=co)
d = q.dequeue()
r = []
try:
    while True:
        r.append(s.run(d))
except tf.errors.OutOfRangeError as e:
    r.append(type(e).__name__)
co.request_stop()
co.join(th)
(r, len(th))

# %% slice_input_producer and batch: one row of each tensor, in order; the rest is a smaller batch
rows = tf.train.slice_input_producer(
    [[1, 2, 3], [[1.0], [2.0], [3.0]]], num_epochs=1, shuffle=False
)
b = tf.train.batch(rows, 2, allow_smaller_final_batch=True)
s.run(tf.local_variables_initializer())
co = tf.train.Coordinator()
th = tf.train.start_queue_runners(sess=s, coord=co)
r = [s.run(b), s.run(b), ex(lambda: s.run(b))[:16]]
co.request_stop()
co.join(th)
(r, [t.shape.as_list() for t in b], len(th))

# %% batch of a dict, of elements that are batches already
b = tf.train.batch({"a": tf.constant([1, 2, 3]), "b": [[1.0, 2.0]] * 3}, 2, enqueue_many=True)
c = tf.train.batch({"a": tf.constant([1, 2, 3])}, 2)
co = tf.train.Coordinator()
th = tf.train.start_queue_runners(sess=s, coord=co)
r = s.run((b, c))
co.request_stop()
co.join(th)
(sorted(b), [b[k].shape.as_list() for k in sorted(b)], [r[0][k] for k in "ab"], r[1]["a"])

# %% batch pads to the largest with dynamic_pad
n = tf.train.range_input_producer(3, shuffle=False).dequeue()
b = tf.train.batch([tf.range(n)], 3, dynamic_pad=True)
co = tf.train.Coordinator()
th = tf.train.start_queue_runners(sess=s, coord=co)
r = s.run(b)
co.request_stop()
co.join(th)
(r, b.shape.as_list())

# %% batch of a tensor whose shape is not known
tf.train.batch([P(tf.float32, [None], name="x")], 2)

# %% batch of a tensor whose rank is not known
tf.train.batch([P(tf.float32, name="x")], 2)

# %% batch of nothing
tf.train.batch([], 2)

# %% shuffle_batch leaves min_after_dequeue elements behind until its queue is closed
n = tf.train.range_input_producer(8, num_epochs=1).dequeue()
b = tf.train.shuffle_batch([n], 4, capacity=8, min_after_dequeue=4)
s.run(tf.local_variables_initializer())
co = tf.train.Coordinator()
th = tf.train.start_queue_runners(sess=s, coord=co)
r = np.sort(np.concatenate([s.run(b), s.run(b)]))
co.request_stop()
co.join(th)
(r, b.shape.as_list())

# %% shuffle_batch with too small a capacity
tf.train.shuffle_batch([1], 2, capacity=4, min_after_dequeue=4)

# %% limit_epochs
x = tf.train.limit_epochs(tf.constant(5), num_epochs=1, name="l")
s.run(tf.local_variables_initializer())
(x.name, [v.name for v in tf.local_variables()], s.run(x), ex(lambda: s.run(x))[:16])

# %% limit_epochs of none
tf.train.limit_epochs(tf.constant(5), num_epochs=0)

# %% input_producer needs the shape of a row
tf.train.input_producer(P(tf.float32, [3, None]))

# %% QueueRunner without a coordinator keeps what its threads raise
q = tf.FIFOQueue(2, tf.float32)
qr = tf.train.QueueRunner(q, [q.enqueue(tf.check_numerics(tf.log(-1.0), "bad", name="c"))])
threading.excepthook = lambda args: None
th = qr.create_threads(s, start=True)
[t.join(5) for t in th]
(len(th), [type(e).__name__ for e in qr.exceptions_raised], s.run(q.is_closed()))

# %% QueueRunner with a coordinator reports what its threads raise, which closes the queue
q = tf.FIFOQueue(2, tf.float32, name="q")
qr = tf.train.QueueRunner(q, [q.enqueue(tf.check_numerics(tf.log(-1.0), "bad", name="c"))])
co = tf.train.Coordinator()
th = qr.create_threads(s, coord=co, start=True)
r = ex(lambda: co.join(th))
(r[:20], [t.is_alive() for t in th], s.run(q.is_closed()))

# %% QueueRunner is started once for a session
q = tf.FIFOQueue(1, tf.float32, name="q")
qr = tf.train.QueueRunner(q, [q.enqueue(1.0)])
co = tf.train.Coordinator()
a, b = qr.create_threads(s, coord=co, daemon=True), qr.create_threads(s, coord=co)
([(t.name, t.daemon) for t in a], b)

# %% QueueRunner exception types
q = tf.FIFOQueue(1, tf.float32)
tf.train.QueueRunner(q, [q.enqueue(1.0)], queue_closed_exception_types=[KeyError])

# %% QueueRunner as a message, there and back
q = tf.FIFOQueue(1, tf.float32, name="q")
e = (tf.errors.OutOfRangeError, tf.errors.CancelledError)
qr = tf.train.QueueRunner(q, [q.enqueue(1.0)], queue_closed_exception_types=e)
m = qr.to_proto()
b = tf.train.QueueRunner.from_proto(m)
(str(m), b.name, b.queue.type, b.close_op is qr.close_op, b.enqueue_ops == qr.enqueue_ops)

# %% queue runners are written into a MetaGraphDef
q = tf.FIFOQueue(1, tf.float32, name="q")
qr = tf.train.QueueRunner(q, [q.enqueue(1.0)])
tf.train.add_queue_runner(qr)
d = tf.train.export_meta_graph().collection_def["queue_runners"].bytes_list.value
d == [qr.to_proto().SerializeToString()]

# %% start_queue_runners with something else
tf.train.start_queue_runners(3)

# %% LooperThread with arguments and without a target
tf.train.LooperThread(tf.train.Coordinator(), 0, args=(1,))

# %% LooperThread reports what its function raises
co = tf.train.Coordinator()
tf.train.LooperThread.loop(co, None, target=lambda a, b: a / b, args=(1,), kwargs={"b": 0})
co.join()

# %% a shared queue is of one kind: others that share its name are refused
F, R, Q = tf.FIFOQueue, tf.RandomShuffleQueue, tf.PaddingFIFOQueue
f = tf.float32
o = []
for k, (a, b) in enumerate(
    (
        (lambda n: F(10, f, shared_name=n), lambda n: F(15, f, shared_name=n)),
        (lambda n: F(-1, f, shared_name=n), lambda n: F(15, f, shared_name=n)),
        (lambda n: F(10, f, shared_name=n), lambda n: F(10, [tf.int32, f], shared_name=n)),
        (lambda n: F(10, f, shared_name=n), lambda n: F(10, f, [(1, 2)], shared_name=n)),
        (lambda n: F(10, f, shared_name=n), lambda n: R(10, 5, f, shared_name=n)),
        (lambda n: R(10, 5, f, shared_name=n), lambda n: R(10, 4, f, shared_name=n)),
        (lambda n: R(9, 5, f, seed=1, shared_name=n), lambda n: R(9, 5, f, seed=2, shared_name=n)),
        (lambda n: Q(10, f, [[None]], shared_name=n), lambda n: Q(10, f, [[2]], shared_name=n)),
        (lambda n: F(10, f, shared_name=n), lambda n: F(10, f, shared_name=n)),
    )
):
    s.run(a(f"n{k}").size())
    q = b(f"n{k}")
    o.append(ex(lambda: s.run(q.size())))
o

# %% QueueBase.from_list chooses at each run
a, b = tf.FIFOQueue(10, tf.float32, [[2]]), tf.FIFOQueue(15, tf.float32, [[3]])
s.run([a.enqueue([[1.0, 2.0]]), b.enqueue([[1.0, 2.0, 3.0]])])
i = P(tf.int32)
q = tf.QueueBase.from_list(i, [a, b])
d = q.dequeue()
(s.run(d, {i: 1}), s.run(d, {i: 0}), q.name, d.shape, q.dtypes, q.shapes, q.names)

# %% QueueBase.from_list of what is not alike
F = tf.QueueBase.from_list
a = tf.FIFOQueue(1, tf.float32)
[
    ex(lambda: F(0, ["a"])),
    ex(lambda: F(0, [])),
    ex(lambda: F(0, a)),
    ex(lambda: F(0, [a, tf.FIFOQueue(1, tf.int32)])),
    ex(lambda: F(0, [a, tf.FIFOQueue(1, tf.float32, names=["k"])])),
]

# %% close waits for what is being enqueued
q = tf.FIFOQueue(1, tf.float32)
e, c, d, z = q.enqueue(1.0), q.close(), q.dequeue(), q.is_closed()
s.run(e)
t = [threading.Thread(target=s.run, args=(k,)) for k in (e, c)]
for k in t:
    k.start()
    time.sleep(0.2)
o = [s.run(z), s.run(d)]
for k in t:
    k.join(5)
(o, s.run(z), s.run(d), ex(lambda: s.run(d)))

# %% elements of one enqueue_many, of one dequeue_many stay together
q = tf.FIFOQueue(2, tf.int32, [[]])
n = [q.enqueue_many([[k] * 4]) for k in (1, 2)]
d = q.dequeue()
t = [threading.Thread(target=s.run, args=(k,)) for k in n]
for k in t:
    k.start()
    time.sleep(0.2)
o = [int(s.run(d)) for _ in range(8)]
for k in t:
    k.join(5)
o

# %% close of a closed queue is an error, unless it cancels what waits
q = tf.FIFOQueue(1, tf.float32, name="Q", shared_name="abc")
[ex(lambda: s.run(k)) for k in (q.close(), q.close(True), q.close(), q.enqueue(1.0), q.dequeue())]

# %% without a shared name a queue is the session's own, on a server too
q = tf.FIFOQueue(3, tf.float32, [[]], name="A")
p = tf.FIFOQueue(3, tf.float32, [[]], name="P", shared_name="A")
server = tf.train.Server.create_local_server()
a, b = tf.Session(server.target), tf.Session(server.target)
a.run([q.enqueue(1.0), p.enqueue_many([[1.0, 2.0]])])
(a.run([q.size(), p.size()]), b.run([q.size(), p.size()]))

# %% components of different sizes
q = tf.FIFOQueue(10, [tf.int32, tf.int32], name="Q")
p = tf.FIFOQueue(10, [tf.int32, tf.int32], shapes=[[], []], name="Q")
x, y = P(tf.int32), P(tf.int32)
fed = {x: [1, 2], y: [1]}
[ex(lambda: s.run(k.enqueue_many([x, y]), fed)) for k in (q, p)]

# %% text is bytes and stays whole
q = tf.FIFOQueue(9, [tf.string, tf.string], [[], []])
x = P(tf.string)
s.run(q.enqueue_many([["a", "bcd\0"], np.array([b"x", b"y"])]))
s.run(q.enqueue(["z", x]), {x: "uu"})
(s.run(q.dequeue()), s.run(q.dequeue_many(2)))

# %% a batch of texts is padded with empty ones
q = tf.PaddingFIFOQueue(9, tf.string, [[None]])
x = P(tf.string)
s.run(q.enqueue([["a"]]))
s.run(q.enqueue([x]), {x: ["p", "qq"]})
s.run(q.dequeue_many(2))

# %% what queues refuse
[
    ex(lambda: tf.FIFOQueue(1, [])),
    ex(lambda: tf.FIFOQueue(1, tf.int32).enqueue([])),
    ex(lambda: s.run(tf.RandomShuffleQueue(5, -1, tf.int32, [[]]).size())),
]

# %% a FIFO queue asks for a CPU
q = tf.FIFOQueue(2, tf.float32)
r = tf.RandomShuffleQueue(2, 1, tf.float32)
p = tf.PaddingFIFOQueue(2, tf.float32, [[None]])
with tf.device("/job:worker/device:GPU:0"):
    q2 = tf.FIFOQueue(2, tf.float32)
with tf.device("/job:worker"):
    q3 = tf.FIFOQueue(2, tf.float32)
[x.queue_ref.device for x in (q, r, p, q2, q3)] + [q.enqueue(1.0).device]

# %% two reports to a coordinator of what nobody handles
co = tf.train.Coordinator()
[
    ex(lambda: co.request_stop("a")),
    co.should_stop(),
    ex(lambda: co.request_stop(3)),
    co.should_stop(),
]
