"""Loops of Enter and Exit, as graphs of TensorFlow 1 hold them: what a run may ask of one."""

from __future__ import annotations

import numpy as np
import pytest
from google.protobuf import text_format

import minigraph
import minigraph.compat.v1 as tf
from minigraph import context

NODE = "node{{name:'{}' op:'{}' {}}}"
FLOAT = "attr{key:'T' value{type:DT_FLOAT}}"
DTYPE = "attr{key:'dtype' value{type:DT_FLOAT}}"
FRAME = "attr{key:'frame_name' value{s:'loop'}}"
TWO = "attr{key:'N' value{i:2}}"
NUMBER = "attr{{key:'value' value{{tensor{{dtype:DT_FLOAT tensor_shape{{}} float_val:{}}}}}}}"


def doubling(factor: str = "2") -> tf.Graph:
    """`x` doubled until it is at least `limit`: the loop's nodes as TensorFlow writes them."""
    rows = [
        ("x", "Placeholder", DTYPE),
        ("limit", "Placeholder", DTYPE),
        ("enter", "Enter", "input:'x'" + FLOAT + FRAME),
        (
            "within",
            "Enter",
            "input:'limit'" + FLOAT + FRAME + "attr{key:'is_constant' value{b:true}}",
        ),
        ("merge", "Merge", "input:'enter' input:'next'" + FLOAT + TWO),
        ("less", "Less", "input:'merge' input:'within'" + FLOAT),
        ("cond", "LoopCond", "input:'less'"),
        ("switch", "Switch", "input:'merge' input:'cond'" + FLOAT),
        ("turn", "Identity", "input:'switch:1'" + FLOAT),
        ("two", "Const", "input:'^turn'" + DTYPE + NUMBER.format(factor)),
        ("product", "Mul", "input:'turn' input:'two'" + FLOAT),
        ("next", "NextIteration", "input:'product'" + FLOAT),
        ("exit", "Exit", "input:'switch'" + FLOAT),
    ]
    text = "".join(NODE.format(*row) for row in rows)
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(text_format.Parse(text, tf.GraphDef()), name="")
    return graph


FEEDS = {"x:0": 3, "limit:0": 20}


@pytest.fixture
def session():
    with tf.Session(graph=doubling()) as session:
        yield session


def test_a_loop_turns_until_nothing_is_handed_on(session: tf.Session) -> None:
    assert session.run("exit:0", FEEDS) == 24
    assert session.run("exit:0", {"x:0": 30, "limit:0": 20}) == 30
    assert session.run(["exit:0", "enter:0"], FEEDS) == [24, 3]


def test_of_a_tensor_in_a_loop_there_is_no_single_value(session: tf.Session) -> None:
    with pytest.raises(tf.errors.InternalError, match=r"^Retval\[1\] has already been set\.\n"):
        session.run(["exit:0", "product:0"], FEEDS)


def test_what_is_fed_is_outside_of_the_loop(session: tf.Session) -> None:
    message = (
        "{{node merge}} has inputs from different frames. The input {{node next}} is in frame ''. "
        "The input {{node enter}} is in frame 'loop'."
    )
    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        session.run("exit:0", {**FEEDS, "product:0": 1})
    assert caught.value.message == message


def test_a_loop_without_end_stops_at_the_time_limit() -> None:
    graph = doubling(factor="1")
    options = tf.RunOptions(timeout_in_ms=100)
    with tf.Session(graph=graph) as session, pytest.raises(tf.errors.DeadlineExceededError):
        session.run("exit:0", FEEDS, options=options)


def test_a_gradient_is_refused_with_what_to_do(session: tf.Session) -> None:
    y, x = (session.graph.get_tensor_by_name(name) for name in ("exit:0", "x:0"))
    with session.graph.as_default(), pytest.raises(AttributeError) as caught:
        tf.gradients(y, x)
    assert "Import a MetaGraphDef" in caught.value.__notes__[0]


def test_a_loop_that_waits_for_what_depends_on_it_is_refused_with_what_to_do() -> None:
    context.switches.control_flow_v2 = False  # each test finds it as it was
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [])
        loop = tf.while_loop(lambda i, a: i < 20, lambda i, a: (i + 1, a * x), (0, 1.0))[1]
        slope = tf.cond(loop > 0.0, lambda: tf.gradients(loop, x)[0], lambda: x)
        with pytest.raises(tf.errors.InvalidArgumentError, match="outside of the branch"):
            session.run(slope, {x: 1.0})


def test_the_tools_show_a_loop_as_one_step(session: tf.Session) -> None:
    explanation = session.explain("exit:0", FEEDS)
    names = explanation.namespace()
    exec(explanation.source, names)
    assert names["run"](np.float32(3), np.float32(20)) == 24
    assert {"merge", "product", "exit"} <= set(explanation.order)
    assert (
        "product"
        in minigraph.draw(session.graph, fetches="exit:0", feeds=["x:0", "limit:0"])._repr_html_()
    )
    handle = session.partial_run_setup(["exit:0"], ["x:0", "limit:0"])
    assert session.partial_run(handle, "exit:0", FEEDS) == 24
