"""The numbers that the text of lesson 08 states are those that its cells print."""

import pytest

from grader.tests.lessons import course

LESSON = course.ROOT / "course" / "08_training.ipynb"

PRINTED = [
    "['155.414', '0.381', '0.358', '0.339', '0.323']\n",
    "weight 2.057, bias 0.625\nbest possible: [1.985 1.104]\n",
    "9 operations, then 19\n[np.float32(15.0), np.float32(11.0)]\n",
    "rounded:  [None]\nconstant: [None]\nsquares:  [2. 4. 6.]\n",
    "['4.600', '4.280', '4.024', '3.819']\n",
    (
        "NoOp | ['ApplyGradientDescent']\n"
        "[None, np.float32(4.0)] 4.600\n[None, np.float32(2.5599997)] 4.280\n"
    ),
    "4.900\n",
    (
        "curvature: steepest 68.5, flattest 0.50\n"
        "100 steps leave 0.00 of the steep way\n100 steps leave 0.61 of the flat way\n"
    ),
    "bias -67, last loss 6.5e+06\n",
    (
        "rate 0.01        weight 2.012, bias 0.927\n"
        "x scaled by 0.1  weight 1.985, bias 1.104\nmomentum         weight 1.985, bias 1.104\n"
    ),
    "['weight:0', 'weight/Momentum:0']\n['weight:0']\n",
    "(a) next run:      False\n(b) new session:   True\n(c) program again: True\n",
]


def test_the_cells_print_what_the_text_says(lesson_run):
    printed = [cell["stdout"] for cell in lesson_run(LESSON, "minigraph")["cells"]]
    assert [text for text in printed if text] == PRINTED


@pytest.mark.tensorflow
def test_compat_and_native_form_end_at_the_same_loss(lesson_run):
    printed = [cell["stdout"] for cell in lesson_run(LESSON, "tensorflow")["cells"]]
    (found,) = [text for text in printed if text.startswith("compat ")]
    assert found == (
        "compat 0.311, native 0.311\n"
        "without Graph(): tf.placeholder() is not compatible with eager execution.\n"
    )
