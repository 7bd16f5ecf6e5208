"""Frames hold what is in their scope, and lines meet where they cross them."""

import pytest

import minigraph.compat.v1 as tf
from minigraph.draw import model, picture


def compose(graph, fetches=None, fed=(), boxes=80, fold=()):
    operations = graph.get_operations()
    report = model.trace(graph, fetches, fed)
    root = model.scope_tree(operations)
    model.open_scopes(root, report, boxes, fold)
    return picture.compose(operations, root, report, 760)


@pytest.fixture
def graph():
    """A layer in a scope, between two operations outside it, and its update after all."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 2], name="x")
        with tf.name_scope("layer"):
            w = tf.Variable([[1.0], [2.0]], name="w", use_resource=False)
            product = tf.matmul(x, w, name="product")
            hidden = tf.square(product, name="hidden")
        y = tf.multiply(hidden, hidden, name="y")
        with tf.control_dependencies([y]):
            tf.no_op(name="update")
    return graph


def shape(composed, name):
    return next(shape for shape in composed.shapes if shape.name == name)


def lies_in(inner, outer):
    return (
        outer.x <= inner.x
        and outer.y <= inner.y
        and inner.x + inner.width <= outer.x + outer.width
        and inner.y + inner.height <= outer.y + outer.height
    )


def test_a_frame_holds_what_is_in_its_scope_and_nothing_else(graph):
    composed = compose(graph)
    frame = shape(composed, "layer")
    for box in composed.shapes:
        if box.kind != "open":
            assert lies_in(box, frame) == box.name.startswith("layer/"), box.name


def test_everything_lies_on_the_page(graph):
    composed = compose(graph)
    for box in composed.shapes:
        assert box.x >= 0
        assert box.y >= 0
        assert box.x + box.width <= composed.width + 0.01
        assert box.y + box.height <= composed.height + 0.01


def test_an_edge_into_a_scope_goes_on_where_it_met_the_frame(graph):
    composed = compose(graph)
    pieces = [line.points for line in composed.lines if line.title.startswith("x:0")]
    outside, inside = sorted(pieces, key=lambda points: points[0][1])
    assert outside[-1] == pytest.approx(inside[0])
    assert outside[-1][1] == pytest.approx(shape(composed, "layer").y)


def test_an_edge_out_of_a_scope_goes_on_where_it_met_the_frame(graph):
    composed = compose(graph)
    frame = shape(composed, "layer")
    pieces = [line.points for line in composed.lines if line.title.startswith("layer/hidden:0")]
    leaving = [
        points for points in pieces if points[-1][1] == pytest.approx(frame.y + frame.height)
    ]
    going_on = [points for points in pieces if points[0] == pytest.approx(leaving[0][-1])]
    assert len(leaving) == 1
    assert len(going_on) == 2


def test_a_tensor_used_twice_arrives_twice(graph):
    composed = compose(graph)
    box = shape(composed, "y")
    tips = {
        line.points[-1] for line in composed.lines if line.arrow and line.points[-1][1] == box.y
    }
    assert len(tips) == 2


def test_a_control_dependency_is_a_line_of_its_own_kind(graph):
    lines = [line for line in compose(graph).lines if line.control]
    assert [line.title for line in lines] == ["after y"]


def test_a_closed_scope_is_one_box_with_its_numbers(graph):
    composed = compose(graph, graph.get_tensor_by_name("y:0"), fold=["layer"])
    box = shape(composed, "layer")
    assert box.kind == "closed"
    assert box.note == "4 of 6 run"
    assert not any(other.name.startswith("layer/") for other in composed.shapes)
    assert [text for _, text, _ in box.outputs] == ["float32 (?, 1)"]


def test_lines_into_what_does_not_run_are_not_live(graph):
    composed = compose(graph, "layer/product:0", [graph.get_tensor_by_name("x:0")])
    live = {line.title.partition(":")[0] for line in composed.lines if line.live}
    assert live == {"x", "layer/w", "layer/w/read"}


def test_boxes_say_what_becomes_of_them(graph):
    composed = compose(graph, ["layer/hidden:0", "x:0"], [graph.get_tensor_by_name("x:0")])
    states = {box.name: (box.state, box.tag) for box in composed.shapes if box.kind != "open"}
    assert states["x"] == ("fed", "fed + fetched")
    assert states["layer/hidden"] == ("fetched", "fetched")
    assert states["layer/product"] == ("runs", "")
    assert states["update"] == ("pruned", "")
    assert shape(composed, "layer/product").number == 3


def test_a_box_names_its_type_where_the_name_does_not():
    with tf.Graph().as_default() as graph:
        tf.constant(1, name="const_1")
        tf.constant(1, name="one")
    composed = compose(graph)
    assert shape(composed, "const_1").note == ""
    assert shape(composed, "one").note == "Const"


def test_long_names_are_shortened_and_kept_whole_in_the_tooltip():
    name = "a_name_that_goes_on_and_on_for_ever"
    with tf.Graph().as_default() as graph:
        tf.constant(1, name=name)
    box = shape(compose(graph), name)
    assert box.label == "a_name_that_…n_and_on_for_ever"[:12] + "…" + name[-13:]
    assert box.title.startswith(f"{name} (Const)")
