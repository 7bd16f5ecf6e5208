"""Values of eager execution cross as what they are; eager variables stay and are asked."""

import pytest

from grader.tests.judge.running import check, setup, student, verdict

pytestmark = pytest.mark.sandbox

SETUP = "import minigraph as tf\nimport numpy as np"


@pytest.mark.parametrize(
    ("answer", "test"),
    [
        (
            "def f(x): return tf.constant([1.0, 2.0]) * x",
            "y = f(2.0)\nassert tf.is_tensor(y) and y.numpy().tolist() == [2.0, 4.0]",
        ),
        ("y = tf.ones([2])", "assert y.dtype == tf.float32 and y.shape == [2]"),
        (
            "def f(x): return x + 1.0, tf.is_tensor(x)",
            "assert [np.asarray(part).item() for part in f(tf.constant(2.0))] == [3.0, True]",
        ),
        ("text = tf.constant(['a', 'b'])", "assert text.numpy().tolist() == [b'a', b'b']"),
        (
            "spec = tf.TensorSpec([None, 3], tf.int32, name='q')",
            "assert spec == tf.TensorSpec([None, 3], tf.int32, name='q')",
        ),
        (
            "v = tf.Variable(3.0)\ndef f():\n    v.assign_add(1.0)\n    return v",
            "assert f().numpy() == 4.0 and f().numpy() == 5.0",
        ),
        ("@tf.function\ndef f(x): return x * 2.0", "assert f(tf.constant(2.0)).numpy() == 4.0"),
    ],
)
def test_eager_values_cross(answer: str, test: str):
    found = verdict(setup(SETUP), student(answer), check(test))
    assert found.ok, found.reason


def test_an_eager_value_that_lies_about_its_dtype_is_refused():
    answer = """
from minigraph.eager_tensor import EagerTensor
from coursegrader.judge.mirror.library import Library
Library._encode_eager = lambda self, t: {"dtype": "int32", "value": self._codec.encode(t.numpy())}
x = tf.constant([1.0])
import gc
for library in [o for o in gc.get_objects() if isinstance(o, Library)]:
    library._codec.register("eager", EagerTensor, library._encode_eager, None)
"""
    found = verdict(setup(SETUP), student(answer), check("assert x.dtype == tf.int32"))
    assert not found.ok
    assert found.forged
