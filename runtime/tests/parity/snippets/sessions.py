"""The life of a session: creation, defaults, closing, threads."""

# %% run after close
s.close()
s.run(tf.constant(1))

# %% close twice
s.close()
s.close()

# %% constructing with a non-Graph
tf.Session(graph=3)

# %% constructing with a non-ConfigProto
tf.Session(config=3)

# %% target must be string-like
tf.Session(target=37)

# %% unknown target protocol
tf.Session(target="INVALID_TARGET")

# %% properties
(s.graph is g, s.sess_str, type(s.graph_def).__name__)

# %% session captures the default graph at construction
h = tf.Graph()
with h.as_default():
    s2 = tf.Session()
s2.graph is h

# %% with Session: installs session AND its graph as default
h = tf.Graph()
with tf.Session(graph=h) as s2:
    r = (tf.get_default_session() is s2, tf.get_default_graph() is h)
(r, tf.get_default_session(), tf.get_default_graph() is g)

# %% after `with` the session is closed
with tf.Session() as s2:
    c = tf.constant(1)
s2.run(c)

# %% as_default() does not close and does not change the default graph
h = tf.Graph()
s2 = tf.Session(graph=h)
with s2.as_default():
    r = (tf.get_default_session() is s2, tf.get_default_graph() is h)
with h.as_default():
    c = tf.constant(7)
(r, s2.run(c))

# %% re-entering: the same Session twice in nested with
s2 = tf.Session()
with s2:
    with s2:
        pass

# %% as_default nesting order
s1 = tf.Session()
s2 = tf.Session()
with s1.as_default():
    with s2.as_default():
        r1 = tf.get_default_session() is s2
    r2 = tf.get_default_session() is s1
(r1, r2, tf.get_default_session())

# %% leaving default sessions out of order
s1 = tf.Session()
s2 = tf.Session()
c1 = s1.as_default()
c2 = s2.as_default()
c1.__enter__()
c2.__enter__()
c1.__exit__(None, None, None)

# %% default session is per thread
o = []


def f():
    o.append(tf.get_default_session())


with s.as_default():
    t = threading.Thread(target=f)
    t.start()
    t.join()
o

# %% default graph is per thread (a new thread sees the global default)
o = []


def f():
    o.append(tf.get_default_graph() is g)


t = threading.Thread(target=f)
t.start()
t.join()
o

# %% running on an empty graph
tf.Session(graph=tf.Graph()).run([])

# %% running on an empty graph with a name
tf.Session(graph=tf.Graph()).run("x")

# %% exception inside `with Session` propagates and closes
try:
    with tf.Session() as s2:
        c = tf.constant(1)
        raise KeyError("k")
except KeyError as e:
    r = repr(e)
r

# %% tf.errors raised out of `with sess` propagate
with tf.Session() as s2:
    x = P(tf.float32, name="x")
    s2.run(x)

# %% graph may grow between runs
a = tf.constant(1.0)
r1 = s.run(a)
b = a + 1
(r1, s.run(b))

# %% adding an op after run changes nothing for existing variable state
v = tf.Variable(0.0)
s.run(v.initializer)
s.run(v.assign_add(1))
w = tf.Variable(5.0)
s.run(w.initializer)
s.run([v, w])

# %% two sessions do not share variable state
v = tf.Variable(1.0)
s2 = tf.Session()
s.run(v.initializer)
s.run(v.assign(9.0))
s2.run(v.initializer)
(s.run(v), s2.run(v))

# %% uninitialised in the other session
v = tf.Variable(1.0, name="v")
s2 = tf.Session()
s.run(v.initializer)
s2.run(v)

# %% InteractiveSession installs itself, .eval works
i = tf.InteractiveSession()
r = (tf.get_default_session() is i, tf.constant(3).eval())
i.close()
(r, tf.get_default_session())

# %% second simultaneous InteractiveSession logs an ERROR (no exception)
with logs() as o:
    i = tf.InteractiveSession()
    n = len(o)
    j = tf.InteractiveSession()
j.close()
i.close()
(n, o)

# %% InteractiveSession sets its graph as default when graph given
h = tf.Graph()
i = tf.InteractiveSession(graph=h)
r = tf.get_default_graph() is h
i.close()
(r, tf.get_default_graph() is g)

# %% InteractiveSession close restores the outer default session
with s.as_default():
    i = tf.InteractiveSession()
    i.close()
    r = tf.get_default_session() is s
r

# %% nested InteractiveSessions: closing inner makes outer default again
i = tf.InteractiveSession()
j = tf.InteractiveSession()
j.close()
r = tf.get_default_session() is i
i.close()
r

# %% concurrent run() from threads on one session
v = tf.Variable(0.0)
s.run(v.initializer)
op = v.assign_add(1.0, use_locking=True)
ts = [threading.Thread(target=lambda: [s.run(op) for _ in range(50)]) for _ in range(4)]
[t.start() for t in ts]
[t.join() for t in ts]
s.run(v)

# %% threads must enter the graph themselves to build into it
o = []


def f():
    with g.as_default():
        o.append(tf.constant(1).graph is g)


t = threading.Thread(target=f)
t.start()
t.join()
o

# %% close() while another thread blocks in run -> cancelled
q = tf.FIFOQueue(1, tf.float32)
d = q.dequeue()
o = []


def f():
    try:
        s.run(d)
    except Exception as e:
        o.append((type(e).__name__, e.message))


t = threading.Thread(target=f)
t.start()
time.sleep(0.3)
s.close()
t.join()
o

# %% list_devices
[(d.name, d.device_type) for d in s.list_devices() if "CPU" in d.device_type]

# %% device_count CPU:2
[
    d.name
    for d in tf.Session(config=tf.ConfigProto(device_count={"CPU": 2})).list_devices()
    if d.device_type == "CPU"
]

# %% repr of a device entry
repr(s.list_devices()[0])[:70]

# %% session made before any op exists, used after growth
h = tf.Graph()
s2 = tf.Session(graph=h)
with h.as_default():
    c = tf.constant(3)
s2.run(c)

# %% a with-block on Session catches nothing and restores defaults on error
h = tf.Graph()
try:
    with tf.Session(graph=h):
        raise ValueError("x")
except ValueError:
    pass
(tf.get_default_session(), tf.get_default_graph() is g)

# %% sess.as_default() then explicit close inside
s2 = tf.Session()
with s2.as_default():
    s2.close()
    r = tf.get_default_session() is s2
r

# %% sess.__enter__/__exit__ by hand leaves the session closed
s2 = tf.Session()
s2.__enter__()
s2.__exit__(None, None, None)
ex(lambda: s2.run(tf.constant(1)))

# %% InteractiveSession.close then eval
i = tf.InteractiveSession()
c = tf.constant(1)
i.close()
c.eval()

# %% InteractiveSession is not a context manager
with tf.InteractiveSession() as i:
    pass

# %% InteractiveSessions closed in the wrong order leave a closed one as the default
i = tf.InteractiveSession()
j = tf.InteractiveSession()
c = tf.constant(1)
r = [ex(i.close), tf.get_default_session() is j]
r += [ex(j.close), tf.get_default_session() is i, ex(c.eval), ex(i.close)]
r

# %% falsy options, an empty callable, devices of a closed session, a target that is a config
c = tf.constant(1)
a = [
    ex(lambda: s.run(c, options={})),
    ex(lambda: s.run(c, options=0, run_metadata="")),
    ex(lambda: s.make_callable([])()),
    ex(lambda: tf.Session(tf.ConfigProto())),
]
s.close()
a + [ex(lambda: s.list_devices()), ex(lambda: tf.Session(3))]
