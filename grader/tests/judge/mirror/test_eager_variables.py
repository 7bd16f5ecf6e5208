"""A variable of eager execution is one on both sides, with one value."""

import pytest

from grader.tests.judge.running import check, setup, student, verdict

pytestmark = pytest.mark.sandbox

ANSWER = """
v = tf.Variable(3.0, name="speed", trainable=False)
words = tf.Variable(["a"])
def bump():
    return v.assign_add(1.0)
def twice(variable):
    variable.assign(variable * 2.0)
class Model(tf.Module):
    def __init__(self):
        self.v = v
model = Model()
"""
TEST = """
assert isinstance(v, tf.Variable) and v.name == "speed:0" and not v.trainable and v.shape == []
assert model.v is v
np.testing.assert_allclose(v, 3.0)
assert (v + 1.0).numpy() == 4.0 and tf.reduce_sum(v).numpy() == 3.0
assert bump() is v and v.numpy() == 4.0
v.assign(10.0)
bump()
assert v.numpy() == 11.0
mine = tf.Variable([1.0, 2.0])
twice(mine)
assert mine.numpy().tolist() == [2.0, 4.0]
with tf.GradientTape() as tape:
    y = mine * mine
assert tape.gradient(y, mine).numpy().tolist() == [4.0, 8.0]
assert words.numpy().tolist() == [b"a"]
"""


def test_what_either_side_assigns_the_other_reads():
    cells = (setup("import minigraph as tf\nimport numpy as np"), student(ANSWER), check(TEST))
    found = verdict(*cells)
    assert found.ok, (found.reason, found.lines)
