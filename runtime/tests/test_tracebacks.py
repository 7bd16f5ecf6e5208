"""A notebook hides the library's own frames: what a reader sees is the line that asked."""

import traceback

import pytest

import minigraph.compat.v1 as tf


@pytest.fixture
def graph():
    tf.disable_v2_behavior()
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, shape=[2], name="x")
        tf.reduce_sum(x, name="y")
        m = tf.placeholder(tf.float32, name="m")
        tf.matmul(m, m, name="product")
        tf.floordiv(tf.cast(x, tf.int32), [0, 0], name="failing")
    return graph


ERRORS = (AttributeError, TypeError, ValueError, tf.errors.OpError)
MISTAKES = {
    "a fetch that is none": lambda session: session.run(["y:0", None]),
    "a fetch by a wrong name": lambda session: session.run({"deep": ["z:0"]}),
    "a feed of a wrong shape": lambda session: session.run("y:0", {"x:0": 1.0}),
    "a feed with rows of different lengths": lambda session: session.run("y:0", {"x:0": [[1], []]}),
    "matrices that do not fit": lambda session: session.run("product:0", {"m:0": [[1.0, 2.0]]}),
    "a placeholder that is not fed": lambda session: session.run("y:0"),
    "an operation that fails": lambda session: session.run("failing:0", {"x:0": [1.0, 2.0]}),
    "an operation that does not fit": lambda session: tf.matmul(tf.ones([2, 3]), tf.ones([2, 3])),
    "an operator that does not fit": lambda session: tf.constant(1) + tf.constant(1.0),
    "a constant of mixed elements": lambda session: tf.constant([1.0, "two"]),
    "a branch that is no function": lambda session: tf.cond(tf.constant(True), 1, 2),
    "a tensor as a condition": lambda session: bool(tf.constant(True)),
    "a number asked of a tensor": lambda session: tf.constant(1).numpy(),
    "a variable without a shape": lambda session: tf.get_variable("w"),
    "nothing to save": lambda session: tf.train.Saver(),
    "no default session": lambda session: session.graph.get_tensor_by_name("y:0").eval(),
}


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES.keys())
def test_only_the_last_frame_of_the_library_shows(graph, mistake):
    session = tf.Session(graph=graph)
    with pytest.raises(ERRORS) as info:
        mistake(session)
    frames = [frame for frame, _ in traceback.walk_tb(info.value.__traceback__)]
    ours = [frame for frame in frames if frame.f_globals["__name__"].startswith("minigraph")]
    assert ours
    assert [f.f_code.co_name for f in ours[:-1] if "__tracebackhide__" not in f.f_locals] == []
    assert info.value.__suppress_context__ or info.value.__context__ is None
    assert info.value.__cause__ is None
