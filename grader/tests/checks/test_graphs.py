"""Checks of structure pass what is right, and say what is wrong, on both libraries."""

import pytest

from grader.tests.checks.conftest import Try, message

PASSES = [
    'checks.graph(graph, "graph")',
    'checks.tensor(y, "y", dtype=tf.float32, shape=[])',
    'checks.tensor(rows, "rows", dtype="float64", shape=(None, 2))',
    'checks.tensor(anything, "anything", shape=None)',
    'checks.placeholder(x, "x", dtype=tf.float32, shape=[], name="x")',
    "checks.same_graph(graph, x=x, y=y)",
    'checks.depends_on(y, x, "y", "x")',
    'checks.uses(graph, "Mul", "AddV2")',
    'checks.uses(y, "Mul", what="y")',
    'checks.uses_not(y, "Pow", what="y")',
    "checks.operation_count(graph, 4, 'Const')",
    "checks.operation_count(y, 9, what='y')",
    'checks.does_not_grow(graph, lambda: y, what="f()")',
    'checks.device(d, "/device:GPU:1", "d")',
    'checks.device(d.op, "gpu:1", "d")',
    'checks.runs_after(after, c, "after", "c")',
    'checks.runs_after(y, x, "y", "x")',
]

FAILS = [
    ("checks.graph(3)", "`graph` should be a tf.Graph, but it is the number 3."),
    ("checks.graph(tf.Graph)", "but it is the class Graph"),
    ('checks.tensor(None, "y")', "`y` is None; a tensor is expected. Is a `return` missing?"),
    ('checks.tensor(17.0, "y")', "`y` is the number 17.0; a tensor is expected."),
    ('checks.tensor(True, "y")', "`y` is the truth value True"),
    ('checks.tensor([1], "y")', "`y` is a list"),
    ('checks.tensor(lambda: 1, "y")', "`y` is a function"),
    ('checks.tensor(y.op, "y")', "`y` is the operation 'add_1'; a tensor, which is its output"),
    ('checks.tensor(y, "y", dtype=tf.int32)', "has the dtype float32; the question asks for int32"),
    ('checks.tensor(y, "y", shape=[3])', "has the static shape (); the question asks for (3,)"),
    ('checks.tensor(rows, "r", shape=[2])', "static shape (None, 2); the question asks for (2,)"),
    ('checks.tensor(anything, "a", shape=[])', "static shape unknown (any shape fits)"),
    (
        'checks.placeholder(c, "x", dtype=tf.float32, shape=[])',
        "`x` should be a placeholder, but it is a constant: its value is fixed",
    ),
    (
        'checks.placeholder(y, "x", dtype=tf.float32, shape=[])',
        "should be a placeholder, but it is the output of the operation AddV2",
    ),
    (
        'checks.placeholder(rows, "x", dtype=tf.float32, shape=[None, 2])',
        "has the dtype float64; the question asks for float32",
    ),
    (
        'checks.placeholder(anything, "x", dtype=tf.float32, shape=[], name="x")',
        "has the static shape unknown",
    ),
    (
        'checks.placeholder(rows, "x", dtype="float64", shape=[None, 2], name="x")',
        "is named 'rows'; the question asks for 'x'",
    ),
    ("checks.same_graph(graph, x=x, f=print)", "`f` is a function, and belongs to no graph."),
    ("checks.same_graph(graph, x=x, d=d)", "`d` belongs to another graph"),
    ('checks.depends_on(c, x, "c", "x")', "`c` is not computed from `x`: no path"),
    ('checks.uses(y, "Pow", what="y", why="Use it.")', "no operation of type Pow in y. Use it."),
    ('checks.uses_not(y, "Mul", what="y")', "y has 3 operations of type Mul; none should be"),
    ("checks.operation_count(y, 3, what='y')", "y has 9 operations; 3 should be there"),
    ("checks.operation_count(graph, 1, 'Mul', 'Pow')", "has 3 operations of type Mul or Pow"),
    (
        'with graph.as_default(): checks.does_not_grow(graph, lambda: x + 1.0, what="f()")',
        "3 calls of f() added 6 operations to the graph",
    ),
    ('checks.device(x, "/gpu:0", "x")', "`x` was made for no device at all"),
    ('checks.device(d, "/gpu:0", "d")', "the question asks for '/gpu:0'"),
    ('checks.runs_after(after, x, "after", "x")', "Nothing makes `after` wait for `x`"),
]


@pytest.mark.parametrize("line", PASSES)
def test_what_is_right_passes(attempt: Try, line: str):
    assert message(attempt(f"{line};")) == ""


@pytest.mark.parametrize(("line", "expected"), FAILS)
def test_what_is_wrong_is_named(attempt: Try, line: str, expected: str):
    said = message(attempt(line))
    assert said.startswith("AssertionError")
    assert expected in said


def test_ancestors_come_in_creation_order_and_once(attempt: Try):
    outcome = attempt("print([op.name for op in checks.ancestors(x * x + x)])")
    assert outcome.stream("stdout").strip() == "['x', 'mul_3', 'add_2']"


def test_ancestors_of_a_deep_graph_need_no_recursion(attempt: Try):
    deep = """
t = x
for _ in range(3000):
    t = -t
print(len(checks.ancestors(t)))
"""
    assert attempt(deep).stream("stdout").strip() == "3001"
