"""Graphs of real TensorFlow arrive at the judge as minigraph's, or with the reason why not."""

from dataclasses import replace

import pytest

from grader.tests.judge.running import AMPLE, check, run, setup, student

pytestmark = [pytest.mark.sandbox, pytest.mark.tensorflow, pytest.mark.slow]

LARGE = replace(AMPLE, memory_mb=6144, processes=256)
ANSWER = """
import tensorflow.compat.v1 as real
real.disable_v2_behavior()
def build():
    g = real.Graph()
    with g.as_default():
        x = real.placeholder(real.float32, [], name="x")
        w = real.get_variable("w", initializer=2.0)
        return g, x, w, real.add(w * x * x, 1.0, name="y")
def unknown():
    with real.Graph().as_default(): return real.linalg.svd(real.zeros([2, 2]))[0]
def value():
    with real.Graph().as_default(), real.Session() as s: return s.run(real.constant([1.0, 2.0]))
"""


def test_graphs_of_tensorflow_are_judged_as_graphs_of_minigraph():
    outcomes = run(
        setup("import minigraph.compat.v1 as tf\nimport numpy as np\ntf.disable_v2_behavior()"),
        student(ANSWER),
        check(
            """
g, x, w, y = build()
assert isinstance(g, tf.Graph) and isinstance(y, tf.Tensor) and isinstance(w, tf.Variable)
assert x.op.type == "Placeholder" and x.dtype == tf.float32 and x.shape == []
with tf.Session(graph=g) as s:
    s.run(w.initializer)
    assert s.run(y, {x: 3.0}) == 19.0
"""
        ),
        check("np.testing.assert_array_equal(value(), [1.0, 2.0])"),
        check("unknown().op"),
        limits=LARGE,
    )
    assert [outcome.ok for outcome in outcomes] == [True, True, True, True, False]
    assert outcomes[4].verdict is not None
    assert "Your graph cannot be copied: Op type not registered 'Svd'" in outcomes[4].verdict.reason
    assert "imported TensorFlow" in str([outcome.observed for outcome in outcomes])
