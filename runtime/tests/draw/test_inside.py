"""A click on a closed scope shows what is inside, and lines that all lead to one box are words."""

import re
import xml.etree.ElementTree as ET

import pytest

import minigraph.compat.v1 as tf
from minigraph import draw
from minigraph.draw import inside, model, svg

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def training():
    """Three layers with Adam: as large as a classifier of digits."""
    tf.disable_v2_behavior()
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 8], name="x")
        labels = tf.placeholder(tf.int32, [None], name="labels")
        for layer in range(3):
            with tf.variable_scope(f"layer{layer}"):
                w = tf.get_variable("w", [8, 8])
                x = tf.nn.relu(tf.matmul(x, w) + tf.get_variable("b", [8]))
        with tf.name_scope("loss"):
            cross = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=x)
            loss = tf.reduce_mean(cross)
        tf.train.AdamOptimizer().minimize(loss, name="train")
        tf.global_variables_initializer()
    return graph


def scopes_of(page):
    return re.findall(r'<details data-scope="([^"]+)">', page)


def closed_in(svg):
    found = ET.fromstring(svg).iter(f"{SVG}g")
    return [g.get("data-name") for g in found if "closed" in g.get("class", "").split()]


def pictures_in(page):
    return re.findall(r"<svg.*?</svg>", page, re.DOTALL)


def test_each_closed_scope_of_the_picture_can_be_opened(training):
    picture = draw(training)
    page = picture._repr_html_()
    assert pictures_in(page)[0] == picture.svg
    assert closed_in(picture.svg)
    assert set(closed_in(picture.svg)) <= set(scopes_of(page))


def test_what_is_inside_stands_in_a_frame_with_the_state_of_the_run(training):
    picture = draw(training, "loss/Mean:0", ["x:0", "labels:0"], fold=["layer1"])
    page = picture._repr_html_()
    first = ET.fromstring(pictures_in(page)[1 + scopes_of(page).index("layer1")])
    boxes = [g for g in first.iter(f"{SVG}g") if g.get("data-name")]
    states = {g.get("data-name"): g.get("class").split()[0] for g in boxes}
    assert states["layer1/MatMul"] == "runs"
    assert states["layer1/w"] == "runs"
    assert first.get("aria-label").startswith("Inside of layer1")
    assert first.find(f"{SVG}style") is None


def test_scopes_in_scopes_open_in_turn():
    with tf.Graph().as_default() as graph, tf.name_scope("outer"):
        for part in range(8):
            with tf.name_scope(f"part{part}"):
                for _ in range(15):
                    tf.no_op(name="step")
    page = draw(graph, fold=["outer"])._repr_html_()
    assert scopes_of(page) == ["outer", *(f"outer/part{part}" for part in range(8))]
    assert page.count("</details></details>") == 1


def test_open_scopes_are_folded_by_the_script(training):
    page = draw(training, boxes=200, unfold=["layer0"])._repr_html_()
    assert 'class="mg-inside"' in page
    assert page.count("<script>") == 1


def test_a_picture_without_scopes_is_only_a_picture():
    with tf.Graph().as_default() as graph:
        tf.no_op(name="a/b")
    picture = draw(graph)
    assert picture._repr_html_() == svg.on_page(picture.svg, repr(picture)[1:-1])


def test_the_pictures_inside_of_a_large_graph_stay_within_bounds():
    with tf.Graph().as_default() as graph:
        for block in range(60):
            with tf.name_scope(f"block{block}"):
                for _ in range(20):
                    tf.no_op(name="step")
    page = draw(graph)._repr_html_()
    assert page.count("data-name") <= inside.ALL_BOXES + 100


def test_gradients_update_and_initializer_collect(training):
    operations = training.get_operations()
    found = model.collectors(model.scope_tree(operations), operations)
    assert found == {
        "gradients/": {"loss/"},
        "train/": {"gradients/"},
        "init": {"beta2_power/"},
    }


def test_many_parts_of_one_sum_are_drawn_to_it():
    with tf.Graph().as_default() as graph:
        parts = [tf.placeholder(tf.float32, name=f"part_{i}") for i in range(100)]
        tf.add_n(parts, name="sum")
    operations = graph.get_operations()
    assert model.collectors(model.scope_tree(operations), operations) == {}


def test_lines_to_what_collects_are_told_at_both_ends(training):
    drawn = ET.fromstring(draw(training, fold=["layer0", "gradients"]).svg)
    boxes = {g.get("data-name"): g for g in drawn.iter(f"{SVG}g")}
    texts = {name: [text.text for text in box.iter(f"{SVG}text")] for name, box in boxes.items()}
    assert "→ gradients, train, init" in texts["layer0"]
    assert "← layer2, layer1, layer0, …" in texts["gradients"]
    told = "\n".join(title.text for title in drawn.iter(f"{SVG}title"))
    assert "← x" in told
