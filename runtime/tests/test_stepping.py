"""The stepper records a real run: every step with its values, in the order of the plan."""

import xml.etree.ElementTree as ET

import pytest

import minigraph.compat.v1 as tf
from minigraph import interleave, stepper
from minigraph.stepping import Steps


@pytest.fixture(autouse=True)
def graph():
    tf.disable_v2_behavior()
    with tf.Graph().as_default() as graph:
        yield graph


def names(steps, *kinds):
    return [moment.name for moment in steps.moments if moment.kind in kinds or not kinds]


def test_each_step_has_what_it_takes_and_gives():
    x = tf.placeholder(tf.float32, [None], name="x")
    y = tf.reduce_sum(tf.multiply(x, x, name="square"), name="y")
    tf.exp(x, name="unused")
    steps = stepper(tf.Session(), y, {x: [1.0, 2.0]})
    assert names(steps) == ["feed_dict", "square", "y", "fetches"]
    assert steps.moments[0].gives == ["x:0 = [1., 2.]  float32 (2,)"]
    assert list(steps.moments[1].takes) == ["x:0 = [1., 2.]"] * 2
    assert steps.moments[2].gives == steps.moments[3].gives == ["y:0 = 5.0  float32 ()"]


def test_memory_is_what_later_steps_need():
    x = tf.placeholder(tf.float32, [None], name="x")
    y = tf.reduce_sum(tf.exp(tf.exp(x)))
    steps = stepper(tf.Session(), y, {x: [0.0] * 100})
    held = [moment.memory for moment in steps.moments]
    assert held == [400 + 4, 400 + 4, 400 + 4, 4, 4]


def test_the_run_is_real_and_shows_what_variables_become():
    count = tf.Variable(1, name="count")
    up = tf.assign_add(count, 1, name="up")
    session = tf.Session()
    session.run(count.initializer)
    steps = stepper(session, up)
    moment = next(moment for moment in steps.moments if moment.name == "up")
    assert "count:0 = 1" in moment.takes
    assert moment.gives == ["count is now 2"]
    assert session.run(count) == 2


def test_a_failing_step_ends_the_record_with_its_hint():
    x = tf.placeholder(tf.float32, [], name="x")
    steps = stepper(tf.Session(), tf.exp(tf.negative(x)))
    last = steps.moments[-1]
    assert (last.name, last.kind) == ("x", "failed")
    assert last.gives[0].startswith("InvalidArgumentError: You must feed a value")
    assert last.gives[1].startswith("Hint: 'x' is needed on the way")


def test_a_partial_run_is_followed_call_by_call():
    a, b = (tf.placeholder(tf.float32, [], name=name) for name in "ab")
    double = tf.multiply(a, 2.0, name="double")
    product = tf.multiply(double, b, name="product")
    steps = stepper(tf.Session(), calls=[(double, {a: 3.0}), ([product], {b: 4.0})])
    expected = ["call 1", "double", "call 1", "call 2", "product", "call 2"]
    assert names(steps) == expected
    assert steps.moments[-1].gives == ["product:0 = 24.0  float32 ()"]


def test_a_queue_loses_its_element_and_an_empty_one_ends_the_record(monkeypatch):
    queue = tf.FIFOQueue(2, tf.int32, name="numbers")
    session, take = tf.Session(), queue.dequeue(name="take")
    session.run(queue.enqueue(7))
    assert "take:0 = 7  int32 ()" in stepper(session, take).moments[-1].gives
    monkeypatch.setattr("minigraph.stepping.PATIENCE", 0.01)
    assert stepper(session, take).moments[-1].kind == "failed"


def test_the_page_has_every_step_in_words_and_the_numbers_of_the_picture():
    x = tf.placeholder(tf.float32, [], name="x")
    y = tf.exp(tf.negative(x, name="minus"), name="y")
    steps = stepper(tf.Session(), y, {x: 0.0})
    page = steps._repr_html_()
    assert "@" not in page.replace("@media", "")
    table = ET.fromstring(
        page[page.index("<table") : page.index("</table>") + 8].replace("<br>", "")
    )
    rows = table.findall("tbody/tr")
    assert [row.get("data-name") for row in rows] == ["feed_dict", "minus", "y", "fetches"]
    assert rows[2].get("data-say") == "y, Exp, takes minus:0 = -0.0 and gives y:0 = 1.0  float32 ()"
    picture = ET.fromstring(page[page.index("<svg") : page.index("</svg>") + 6])
    tags = {
        group.get("data-name"): "".join(group.itertext()).split(group.get("data-name"))[-1]
        for group in picture.iter("{http://www.w3.org/2000/svg}g")
        if group.get("data-name")
    }
    assert tags["minus"].endswith("1")
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")


def test_text_says_the_same():
    steps = stepper(tf.Session(), tf.constant(1.0, name="one") + 1.0)
    assert repr(steps).startswith("Run of add in 1 step\n0: feed_dict feeds nothing")
    assert isinstance(steps, Steps)
    assert len(steps) == len(steps.moments)


def test_another_librarys_session_is_refused():
    with pytest.raises(TypeError, match="a minigraph session only"):
        stepper(object(), "y:0")


def test_threads_are_followed_in_one_of_their_orders():
    tf.no_op(name="idle")
    queue, given = tf.FIFOQueue(1, tf.int32, name="numbers"), tf.placeholder(tf.int32, name="given")
    put, take, session = queue.enqueue(given, name="put"), queue.dequeue(name="take"), tf.Session()

    def producer():
        session.run(put, {given: 7})

    def consumer():
        return session.run(take)

    steps = stepper(programs=[producer, consumer], seed=1)
    kinds = {moment.name: moment.kind for moment in steps.moments}
    assert kinds["put"] == "QueueEnqueueV2 in producer"
    assert kinds["take"].startswith("QueueDequeueV2 in consumer")
    assert names(steps).index("put") < names(steps).index("take")
    assert steps.moments[-1].gives == ["(None, 7)"]
    assert "Pruned: idle." in steps.picture.description
    assert "Fed: given." in steps.picture.description
    assert session.run(queue.size()) == 0
    (outcome,) = interleave(producer, consumer)
    again = stepper(programs=[producer, consumer], order=outcome.order)
    assert names(again, "returned") == ["end"]
