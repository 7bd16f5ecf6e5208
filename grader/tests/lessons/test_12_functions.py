"""The numbers that the text of lesson 12 states are those that its cells print."""

from grader.tests.lessons import course

LESSON = course.ROOT / "course" / "12_functions.ipynb"

PRINTED = [
    (
        "tf.Tensor(3, shape=(), dtype=int32)\n"
        "tf.Tensor(34, shape=(), dtype=int32)\n"
        "['Python was here']\n"
    ),
    (
        'Python sees Tensor("x:0", shape=(), dtype=int32)\n'
        "the graph sees 1\n"
        "the graph sees 2\n"
        "the graph sees 3\n"
    ),
    "calls: 1\n",
    "0.1\n0.1\n",
    "True\n",
    "numbers: 3\ntensors too: 4\n",
    (
        "traced <tf.Tensor: shape=(), dtype=int32, numpy=1>\n"
        "reused <tf.Tensor: shape=(), dtype=int32, numpy=5>\n"
        "reused np.int32(7)\n"
        "traced <tf.Tensor: shape=(), dtype=float32, numpy=1.0>\n"
        "traced <tf.Tensor: shape=(2,), dtype=float32, numpy=array([1., 2.], dtype=float32)>\n"
        "reused array([3., 4.], dtype=float32)\n"
    ),
    "1.0\n3.0\n6.0\n1\n",
    "2\n",
    "x Placeholder []\ny Placeholder []\nadd AddV2 ['x', 'y']\nIdentity Identity ['add']\n1\n",
    "3\n",
    "True\n",
    "[np.int32(1), np.int32(2), np.int32(3)] 1\n1\n",
    "kept: True True\nwithout the function: False True\nwithout the variable: False False\n",
    "-2\nTrue\n",
    "error: True\n-2\n",
    "{6.0}\n",
    "3 3\n1\n",
    "y: 7.0\nwhat is inside: 6.0 and replaced: 11.0\n",
    "y: 7.0\ngoes in: ['x:0'] comes out: 1\n",
]


def test_the_cells_print_what_the_text_says(lesson_run):
    assert course.printed(LESSON, lesson_run(LESSON, "minigraph")) == PRINTED
