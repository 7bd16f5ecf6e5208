"""``draw`` shows a graph in a notebook: valid SVG, with words, quickly, honest about failures."""

import importlib.util
import re
import sys
import xml.etree.ElementTree as ET

import pytest

import minigraph
import minigraph.compat.v1 as tf
from minigraph import draw

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def graph():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, shape=[], name="x")
        y = tf.multiply(x, tf.constant(2.0, name="two"), name="y")
        tf.add(y, x, name="z")
    return graph


def parsed(picture):
    return ET.fromstring(picture.svg)


def groups(picture, state):
    """Names of the boxes in a state."""
    return {
        group.find(f"{SVG}text").text
        for group in parsed(picture).iter(f"{SVG}g")
        if state in group.get("class", "").split() and group.find(f"{SVG}title") is not None
    }


def test_a_notebook_gets_the_same_picture_as_html_and_as_svg(graph):
    picture = draw(graph)
    assert picture._repr_svg_() == picture.svg
    assert picture.svg in picture._repr_html_()
    assert parsed(picture).tag == f"{SVG}svg"


def test_a_page_without_styles_and_drawings_has_the_words(graph):
    page = draw(graph, "y:0", ["x:0"])._repr_html_()
    shown = re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL)
    shown = re.sub(r'<div class="mg-picture" hidden="hidden">.*?</div>', "", shown, flags=re.DOTALL)
    assert shown.startswith('<p class="mg-words">Run of y: 2 of 4 operations. x, Placeholder.')


def test_a_run_shows_in_the_boxes(graph):
    picture = draw(graph, "y:0", {"x:0": 1.0})
    assert groups(picture, "fed") == {"x"}
    assert groups(picture, "runs") == {"two"}
    assert groups(picture, "fetched") == {"y"}
    assert groups(picture, "pruned") == {"z"}


def test_the_legend_explains_what_occurs_and_nothing_else(graph):
    words = "".join(parsed(draw(graph, "y:0", ["x:0"])).itertext())
    assert "pruned: the fetch does not need it" in words
    assert "control dependency" not in words
    assert "not fed" not in words


def test_screen_readers_get_the_graph_and_the_run_in_words(graph):
    picture = draw(graph, "y:0", ["x:0"])
    assert picture.title == "Run of y: 2 of 4 operations"
    assert "y, Mul, takes x and two." in picture.description
    assert "Runs, in this order: two, y." in picture.description
    assert "Pruned: z." in picture.description
    root = parsed(picture)
    assert root.get("role") == "img"
    assert root.get("aria-label") == f"{picture.title}. {picture.description}"
    assert root.find(f"{SVG}title").text == picture.title
    assert root.find(f"{SVG}desc").text == picture.description
    assert repr(picture) == f"<{picture.title}. {picture.description}>"


def test_names_are_escaped():
    with tf.Graph().as_default() as graph, tf.name_scope("a>b"):
        tf.no_op(name="c")
        tf.no_op(name="d")
    assert groups(draw(graph), "open") == {"a>b"}


def test_the_graph_follows_from_the_fetches_the_session_or_the_default(graph):
    y = graph.get_tensor_by_name("y:0")
    assert draw(fetches=[[y]]).svg == draw(graph, y).svg
    session = tf.Session(graph=graph)
    assert "4 operations" in draw(fetches="y:0", session=session).title
    with graph.as_default():
        assert draw().svg == draw(graph).svg


def test_a_session_adds_its_plan(graph):
    with tf.Session(graph=graph) as session:
        picture = draw(fetches="y:0", feeds=["x:0"], session=session)
    assert groups(picture, "folded") == {"two"}
    assert "In the plan before the run: two." in picture.description


def test_another_librarys_session_has_no_plan(graph):
    with pytest.raises(TypeError, match="plan of a minigraph session only"):
        draw(graph, "y:0", session=object())


def test_an_empty_graph_says_so():
    assert "no operations yet" in "".join(parsed(draw(tf.Graph())).itertext())


def test_the_picture_can_be_saved(graph, tmp_path):
    picture = draw(graph)
    picture.save(tmp_path / "graph.svg")
    assert (tmp_path / "graph.svg").read_text(encoding="utf-8") == picture.svg


def test_the_same_graph_gives_the_same_picture(graph):
    assert draw(graph, "z:0").svg == draw(graph, "z:0").svg


def test_the_page_is_as_wide_as_a_notebook_at_most():
    with tf.Graph().as_default() as graph:
        parts = [tf.placeholder(tf.float32, name=f"part_{i}") for i in range(100)]
        tf.add_n(parts, name="sum")
    assert float(parsed(draw(graph)).get("width")) <= 800


def test_five_hundred_operations_are_drawn_by_scope():
    with tf.Graph().as_default() as graph:
        for layer in range(25):
            with tf.name_scope(f"layer{layer}"):
                for _ in range(20):
                    tf.no_op(name="step")
    assert len(groups(draw(graph), "closed")) == 25
    assert len(groups(draw(graph, boxes=600), "closed")) == 0


def test_five_thousand_operations_become_few_boxes():
    with tf.Graph().as_default() as graph:
        value = tf.placeholder(tf.float32, name="x")
        for block in range(50):
            with tf.name_scope(f"block{block}"):
                for _ in range(100):
                    value = tf.negative(value)
    picture = draw(graph, value, ["x:0"])
    assert 40 <= len(groups(picture, "runs")) <= 80
    assert len(picture.description) < 500


def test_without_igraph_one_sentence_says_what_to_install(graph, monkeypatch):
    monkeypatch.setitem(sys.modules, "igraph", None)
    with pytest.raises(ModuleNotFoundError) as caught:
        draw(graph)
    sentence = "draw needs igraph for its layout; install it with: pip install 'minigraph[show]'"
    assert str(caught.value) == sentence


def test_the_function_keeps_its_name_when_its_module_is_imported():
    assert importlib.util.find_spec("minigraph.draw.svg")
    assert callable(minigraph.draw)


def test_a_large_graph_shows_forty_boxes_and_the_scopes_that_are_asked_for():
    with tf.Graph().as_default() as graph:
        for outer in range(20):
            with tf.name_scope(f"outer{outer}"):
                for _ in range(30):
                    tf.no_op(name="step")
    assert len(groups(draw(graph), "closed")) == 20
    picture = draw(graph, unfold=["outer19"])
    assert len(groups(picture, "closed")) == 19
    assert groups(picture, "open") == {"outer19"}
