"""Tests see the student's graphs as graphs, and students see the tests' graphs."""

import pytest

from grader.tests.judge.running import check, setup, student, verdict

pytestmark = pytest.mark.sandbox

SETUP = "import minigraph.compat.v1 as tf\nimport numpy as np\ntf.disable_v2_behavior()"


def judged(answer: str, test: str, *more: str):
    cells = [setup(SETUP), student(answer), check(test)]
    for number, text in enumerate(more):
        cells.append((check if number % 2 else student)(text))
    return verdict(*cells)


def passes(answer: str, test: str, *more: str) -> bool:
    found = judged(answer, test, *more)
    assert found.ok or found.reason
    assert not found.forged, found.reason
    assert found.ok or found.error == "AssertionError", found.reason
    return found.ok


POLYNOMIAL = """
def build():
    g = tf.Graph()
    with g.as_default():
        x = tf.placeholder(tf.float32, [], name="x")
        y = 3.0 * x * x + 2.0 * x + 1.0
    return g, x, y
"""
TRAINING = """
g = tf.Graph()
with g.as_default():
    tf.set_random_seed(3)
    x = tf.placeholder(tf.float32, [None, 1], name="x")
    t = tf.placeholder(tf.float32, [None, 1], name="t")
    w = tf.Variable(tf.zeros([1, 1]), name="w")
    b = tf.get_variable("b", [1], initializer=tf.zeros_initializer())
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + b - t), name="loss")
    step = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    init = tf.global_variables_initializer()
def train(session, steps):
    for _ in range(steps):
        session.run(step, {x: [[1.0], [2.0]], t: [[3.0], [5.0]]})
    return session.run(loss, {x: [[1.0], [2.0]], t: [[3.0], [5.0]]})
"""


@pytest.mark.parametrize(
    "test",
    [
        "g, x, y = build()\nassert isinstance(g, tf.Graph) and isinstance(y, tf.Tensor)",
        "g, x, y = build()\nassert x.graph is y.graph is g and x.op.type == 'Placeholder'",
        "g, x, y = build()\nassert x.name == 'x:0' and x.dtype == tf.float32 and x.shape == []",
        "g, x, y = build()\nwith tf.Session(graph=g) as s: assert s.run(y, {x: 2.0}) == 17.0",
        "g, x, y = build()\nwith tf.Session(graph=g): assert y.eval({x: 0.0}) == 1.0",
        "assert build()[0] is not build()[0]",
        (
            "g, x, y = build()\nwith g.as_default(): z = y * 2.0\n"
            "with tf.Session(graph=g) as s: assert s.run(z, {x: 2.0}) == 34.0"
        ),
        (
            "g, x, y = build()\nwith g.as_default(): (d,) = tf.gradients(y, x)\n"
            "with tf.Session(graph=g) as s: assert s.run(d, {x: 2.0}) == 14.0"
        ),
        (
            "g, x, y = build()\nbefore = len(tf.get_default_graph().get_operations())\nbuild()\n"
            "assert len(tf.get_default_graph().get_operations()) == before"
        ),
    ],
)
def test_a_graph_of_the_students_is_a_graph(test: str):
    assert passes(POLYNOMIAL, test)


@pytest.mark.parametrize(
    "answer",
    [
        POLYNOMIAL.replace("3.0 * x * x", "4.0 * x * x"),
        POLYNOMIAL.replace("3.0 * x * x + 2.0 * x + 1.0", "tf.constant(17.0)"),
        "def build(): return None, None, None",
        "def build(): raise ValueError('no')",
    ],
)
def test_a_wrong_graph_is_wrong(answer: str):
    test = "g, x, y = build()\nwith tf.Session(graph=g) as s:\n"
    test += "    assert [s.run(y, {x: v}) for v in (1.0, 2.0)] == [6.0, 17.0]"
    assert not judged(answer, test).ok


@pytest.mark.parametrize(
    "test",
    [
        "assert isinstance(w, tf.Variable) and w.name == 'w:0' and w.shape == [1, 1]",
        "assert w in g.get_collection('variables') and b in g.get_collection('variables')",
        "assert [v.name for v in g.get_collection('trainable_variables')] == ['w:0', 'b:0']",
        "assert g.seed == 3 and not g.finalized",
        "assert step.type in ('NoOp', 'AssignSub') or step.name == 'GradientDescent'",
        "with tf.Session(graph=g) as s:\n    s.run(init)\n    assert s.run(w) == [[0.0]]",
        (
            "with tf.Session(graph=g) as s:\n    s.run(init)\n    assert train(s, 200) < 1e-2\n"
            "    assert abs(s.run(w)[0, 0] - 2.0) < 0.2"
        ),
        (
            "with tf.Session(graph=g) as s:\n    try: s.run(w)\n"
            "    except tf.errors.FailedPreconditionError as e: assert 'initialized' in e.message\n"
            "    else: assert False"
        ),
        (
            "with tf.Session(graph=g) as s:\n    s.run(w.initializer)\n    w.load([[5.0]], s)\n"
            "    assert w.eval(s) == [[5.0]]"
        ),
    ],
)
def test_variables_and_training_steps_are_what_they_are(test: str):
    assert passes(TRAINING, test)


def test_what_an_assignment_to_a_resource_variable_returns_crosses():
    answer = """
g = tf.Graph()
with g.as_default():
    v = tf.get_variable("v", initializer=1.0, use_resource=True)
def add():
    with g.as_default(): return v.assign_add(2.0)
"""
    test = """
assert v.op.type == "VarHandleOp" and v.trainable
a = add()
assert a.op.type == "AssignAddVariableOp" and a.graph is g
with tf.Session(graph=g) as s:
    s.run(v.initializer)
    assert s.run(a) == 3.0 and s.run(v) == 3.0 and a.eval() == 5.0
"""
    assert passes(answer, test)


def test_static_shapes_set_later_and_later_control_inputs_are_seen():
    answer = """
g = tf.Graph()
with g.as_default():
    x = tf.placeholder(tf.float32, None, name="x")
    a = tf.constant(1.0, name="a")
    b = tf.constant(2.0, name="b")
def change():
    x.set_shape([2, None])
    b.op._add_control_input(a.op)
    g.finalize()
"""
    test = """
assert x.shape.rank is None and not b.op.control_inputs
change()
assert x.shape.as_list() == [2, None] and b.op.control_inputs == [a.op] and g.finalized
"""
    assert passes(answer, test)


def test_operations_that_later_calls_add_are_seen_one_by_one():
    answer = "g = tf.Graph()\ndef grow():\n    with g.as_default(): return tf.constant(1.0)"
    test = """
sizes = []
for _ in range(3):
    assert grow().graph is g
    sizes.append(len(g.get_operations()))
assert sizes == [1, 2, 3], sizes
assert [op.name for op in g.get_operations()] == ["Const", "Const_1", "Const_2"]
"""
    assert passes(answer, test)


def test_both_sides_add_to_one_graph_and_agree_on_names():
    answer = """
def add(g):
    with g.as_default(), tf.name_scope("s"): return tf.constant(1.0, name="c")
"""
    test = """
g = tf.Graph()
with g.as_default():
    names = [add(g).name, tf.constant(2.0, name='s/c').name, add(g).name, tf.constant(3.0).name]
assert names == ["s/c:0", "s/c_1:0", "s_1/c:0", "Const:0"], names
assert len(g.get_operations()) == 4
"""
    assert passes(answer, test)


def test_the_default_graph_of_both_is_the_same():
    answer = """
x = tf.constant(1.0, name="x")
def size(): return len(tf.get_default_graph().get_operations())
"""
    test = """
assert x.graph is tf.get_default_graph()
y = x + 1.0
assert size() == 3
tf.reset_default_graph()
assert size() == 0 and tf.get_default_graph() is not x.graph
z = tf.constant(1.0)
"""
    assert passes(
        answer, test, "w = tf.constant(5.0)", "assert w.name == 'Const_1:0' and size() == 2"
    )


def test_a_function_is_called_inside_the_graph_the_scope_and_the_session_of_the_test():
    answer = """
def build(): return tf.constant(2.0, name="c")
def value(t): return t.eval(), tf.get_default_session() is not None
"""
    test = """
with tf.Graph().as_default() as g, tf.name_scope("outer"):
    c = build()
assert c.graph is g and c.name == "outer/c:0"
with tf.Session(graph=g):
    assert value(c) == (2.0, True)
"""
    assert passes(answer, test)


def test_loops_branches_and_their_gradients_cross():
    answer = """
g = tf.Graph()
with g.as_default():
    n = tf.placeholder(tf.int32, [], name="n")
    x = tf.placeholder(tf.float32, [], name="x")
    _, power = tf.while_loop(lambda i, p: i < n, lambda i, p: (i + 1, p * x), [0, 1.0])
    branch = tf.cond(x > 0.0, lambda: x * 2.0, lambda: -x)
def slope():
    with g.as_default(): return tf.gradients(power, x)[0]
"""
    test = """
with tf.Session(graph=g) as s:
    assert s.run(power, {n: 3, x: 2.0}) == 8.0
    assert s.run([branch, branch + 0.0][0], {x: -3.0}) == 3.0
d = slope()
with tf.Session(graph=g) as s:
    assert s.run(d, {n: 3, x: 2.0}) == 12.0
"""
    assert passes(answer, test)


@pytest.mark.parametrize(
    "test",
    [
        "assert kind(tf.float32) == 'DType' and kind(tf.TensorShape([None, 2])) == 'TensorShape'",
        "assert same(tf.int64) is tf.int64",
        "s = same(tf.TensorShape([None, 2])); assert s.as_list() == [None, 2]",
        "assert same(tf.TensorShape(None)).rank is None",
        "c = same(tf.ConfigProto(allow_soft_placement=True)); assert c.allow_soft_placement",
        "assert type(same(tf.ConfigProto())) is tf.ConfigProto",
        "v = same(tf.SparseTensorValue([[0]], [1.0], [2])); assert type(v) is tf.SparseTensorValue",
    ],
)
def test_types_and_messages_of_the_library_cross(test: str):
    assert passes("def same(x): return x\ndef kind(x): return type(x).__name__", test)


def test_errors_of_the_library_cross_as_what_they_are():
    answer = """
def f():
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [], name="x")
        with tf.Session() as s: return s.run(x)
"""
    test = """
try: f()
except tf.errors.InvalidArgumentError as e:
    assert "You must feed a value" in e.message and e.error_code == 3
else: assert False, "no error"
"""
    assert passes(answer, test)


def test_what_a_function_maps_over_rows_is_run_again():
    answer = """
g = tf.Graph()
with g.as_default():
    x = tf.placeholder(tf.float32, [None, 2], name="x")
    y = tf.map_fn(lambda row: tf.reduce_sum(row) * row, x)
    z = tf.cond(tf.reduce_sum(x) > 0.0, lambda: tf.gradients(y, x)[0], lambda: x)
def tensors(): return x, y, z"""
    test = """
x, y, z = tensors()
with tf.Session(graph=x.graph) as session:
    found = session.run([y, z], {x: [[1.0, 2.0]]})
assert found[0].tolist() == [[3.0, 6.0]], found
assert found[1].tolist() == [[6.0, 6.0]], found"""
    assert passes(answer, test)


def test_a_test_takes_the_gradient_of_a_loop_with_a_branch_in_it():
    answer = """
g = tf.Graph()
with g.as_default():
    x = tf.placeholder(tf.float32, [], name="x")
    def turn(i, a): return i + 1, tf.cond(i > 0, lambda: a * x, lambda: a + x)
    y = tf.while_loop(lambda i, a: i < 3, turn, (0, x))[1]
def tensors(): return x, y"""
    test = """
x, y = tensors()
with x.graph.as_default(), tf.Session() as session:
    slope = tf.gradients(y, x)[0]
    assert session.run([y, slope], {x: 2.0}) == [16.0, 24.0]
    assert session.run(tf.gradients(y * 2.0, x)[0], {x: 2.0}) == 48.0"""
    assert passes(answer, test)


def test_a_tensor_inside_a_function_is_refused_with_a_sentence():
    answer = """
kept = []
tf.enable_control_flow_v2()
g = tf.Graph()
with g.as_default():
    tf.while_loop(lambda i: i < 3, lambda i: kept.append(i + 1) or kept[-1], [0])
tf.disable_control_flow_v2()
def inner(): return kept[0]
"""
    found = judged(answer, "assert inner().name")
    assert not found.ok
    assert "inside of a function" in found.reason or "Graph" in found.reason
