"""What a picture says about a run, and how a graph falls into scopes."""

import pytest

import minigraph.compat.v1 as tf
from minigraph.draw import model


@pytest.fixture
def graph():
    """x -> square -> y = three * square -> z = y - x"""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, name="x")
        square = tf.square(x, name="square")
        y = tf.multiply(tf.constant(3.0, name="three"), square, name="y")
        tf.subtract(y, x, name="z")
    return graph


def tensor(graph, name):
    return graph.get_tensor_by_name(name + ":0")


def test_without_fetches_nothing_is_said_about_a_run(graph):
    report = model.trace(graph, None, [])
    assert report.order == ()
    assert {report.state(op.name) for op in graph.get_operations()} == {"plain"}


def test_what_the_fetch_does_not_need_is_pruned(graph):
    report = model.trace(graph, tensor(graph, "y"), [tensor(graph, "x")])
    assert report.order == ["square", "three", "y"]
    assert report.pruned == {"z"}
    assert report.fed == {"x"}
    assert report.fetched == {"y"}


def test_a_fed_tensor_cuts_off_what_is_above_it(graph):
    report = model.trace(graph, tensor(graph, "y"), [tensor(graph, "square")])
    assert report.order == ["three", "y"]
    assert report.fed == {"square"}
    assert report.pruned == {"x", "z"}


def test_a_needed_placeholder_without_a_feed_is_marked(graph):
    report = model.trace(graph, tensor(graph, "z"), [])
    assert report.unfed == {"x"}
    assert "x" not in report.order


def test_a_fetch_that_is_fed_runs_nothing(graph):
    report = model.trace(graph, tensor(graph, "y"), [tensor(graph, "y")])
    assert report.order == []
    assert report.fetched == report.fed == {"y"}


def test_fetches_may_be_nested_names_and_operations(graph):
    fetches = {"a": ["square:0", (graph.get_operation_by_name("y"),)]}
    report = model.trace(graph, fetches, [tensor(graph, "x")])
    assert report.fetched == {"square", "y"}


def test_control_dependencies_are_needed_too():
    with tf.Graph().as_default() as graph:
        first = tf.no_op(name="first")
        with tf.control_dependencies([first]):
            after = tf.constant(1, name="after")
    assert model.trace(graph, after, []).order == ["first", "after"]


def test_a_fed_placeholder_does_not_run_for_those_that_wait_for_it():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, name="x")
        with tf.control_dependencies([x]):
            after = tf.constant(1, name="after")
    report = model.trace(graph, after, [x])
    assert report.order == ["after"]
    assert report.fed == {"x"}


def test_the_plan_of_a_session_tells_folded_and_merged_operations():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, shape=[], name="x")
        factor = tf.multiply(
            tf.constant(24.0, name="a"), tf.constant(60.0, name="b"), name="factor"
        )
        first = tf.multiply(x, factor, name="first")
        both = tf.add(first, tf.multiply(x, factor, name="second"), name="both")
        plan = tf.Session()._prepare(both, (x,))[1].report
    report = model.planned(model.trace(graph, both, [x]), plan)
    assert report.order == ["first", "both"]
    assert report.folded == {"a", "b", "factor"}
    assert report.merged == {"second": "first"}
    assert report.state("second") == "merged"


def test_operations_are_sorted_into_their_scopes():
    with tf.Graph().as_default() as graph, tf.name_scope("outer"):
        tf.no_op(name="a")
        with tf.name_scope("inner"):
            tf.no_op(name="b")
            tf.no_op(name="c")
    root = model.scope_tree(graph.get_operations())
    outer = root.scopes["outer"]
    assert [op.name for op in outer.operations] == ["outer/a"]
    assert [op.name for op in outer.scopes["outer/inner"].operations] == [
        "outer/inner/b",
        "outer/inner/c",
    ]


def test_a_variable_stands_in_the_scope_of_its_parts():
    with tf.Graph().as_default() as graph:
        tf.Variable(1.0, name="w", use_resource=False)
    root = model.scope_tree(graph.get_operations())
    assert not root.operations
    assert "w" in [op.name for op in root.scopes["w"].operations]


def test_an_operation_with_its_own_constants_needs_no_frame():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, name="x")
        tf.add(x, 1.0, name="more")
    root = model.scope_tree(graph.get_operations())
    assert sorted(op.name for op in root.operations) == ["more", "more/y", "x"]
    assert not root.scopes


def test_an_operation_with_its_reads_needs_no_frame():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 1], name="x")
        w = tf.Variable([[1.0]], name="w", use_resource=True)
        tf.matmul(x, w, name="product")
    root = model.scope_tree(graph.get_operations())
    assert {op.name for op in root.operations} == {"x", "product", "product/ReadVariableOp"}
    assert list(root.scopes) == ["w"]


def test_a_long_row_of_siblings_becomes_a_series():
    with tf.Graph().as_default() as graph:
        for _ in range(model.SERIES_LIMIT + 1):
            tf.no_op(name="step")
        tf.no_op(name="last")
    root = model.scope_tree(graph.get_operations())
    assert [op.name for op in root.operations] == ["last"]
    assert [scope.label for scope in root.scopes.values()] == [f"step × {model.SERIES_LIMIT + 1}"]


@pytest.fixture
def scoped():
    """Two scopes of four operations each and one operation of its own."""
    with tf.Graph().as_default() as graph:
        for scope in ("left", "right"):
            with tf.name_scope(scope):
                for name in "abcd":
                    tf.no_op(name=name)
        tf.no_op(name="alone")
    return graph


def opened(graph, limit, fold=(), fetches=None):
    report = model.trace(graph, fetches, [])
    root = model.scope_tree(graph.get_operations())
    model.open_scopes(root, report, limit, fold)
    return {name for name, scope in root.scopes.items() if scope.is_open}


def test_scopes_are_opened_while_there_is_room(scoped):
    assert opened(scoped, limit=9) == {"left", "right"}


def test_scopes_named_in_fold_stay_closed(scoped):
    assert opened(scoped, limit=9, fold=["left/"]) == {"right"}


def test_what_runs_is_opened_before_what_is_pruned(scoped, monkeypatch):
    monkeypatch.setattr(model, "BARE", 0)
    fetch = scoped.get_operation_by_name("right/b")
    assert opened(scoped, limit=6, fetches=fetch) == {"right"}


def test_a_picture_of_hardly_any_boxes_is_opened_anyway(scoped):
    assert opened(scoped, limit=1) == {"left", "right"}


def test_edges_tell_data_from_control():
    with tf.Graph().as_default() as graph:
        a = tf.constant(1.0, name="a")
        with tf.control_dependencies([tf.no_op(name="before")]):
            tf.multiply(a, a, name="square")
    assert sorted(model.edges(graph.get_operations())) == [
        ("a", 0, "square", 0),
        ("a", 0, "square", 1),
        ("before", -1, "square", -1),
    ]


def test_tensors_are_described_as_they_are_printed():
    with tf.Graph().as_default():
        matrix = tf.placeholder(tf.float32, [None, 10])
        anything = tf.placeholder(tf.int32)
    assert model.tensor_text(matrix) == "float32 (?, 10)"
    assert model.tensor_text(anything) == "int32 <unknown>"
