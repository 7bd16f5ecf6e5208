"""The numbers and names that the text of lesson 01 states are those that its cells print."""

import pytest

from grader.tests.lessons import course

LESSON = course.ROOT / "course" / "01_lazy_execution.ipynb"

PRINTED = [
    'Tensor("total:0", shape=(), dtype=int32)\n',
    "a | Const | takes []\nb | Const | takes []\ntotal | AddV2 | takes ['a:0', 'b:0']\n",
    "7\n",
    "7\n",
    "7 is more than five\n",
    "99\n",
    "([1.0, 4.0, 9.0], 4) ([1.0, 4.0, 9.0], 4)\nthe call changed something: False\n",
    "79\n",
    "33\n0\n",
    "3\n",
    "mul:0 mul_1:0 tax/amount:0\n",
    "5.0\n",
    "32.0 | 5 operations\n68.0 | 5 operations\n99.5 | 5 operations\n",
    "32.0 | 5 operations\n68.0 | 10 operations\n99.5 | 15 operations\n",
]

RAISED = [
    ("OperatorNotAllowedInGraphError", "Using a symbolic `tf.Tensor` as a Python `bool` is not"),
    ("InvalidArgumentError", "Integer division by zero\n\t [[{{node share}}]]"),
    (
        "InvalidArgumentError",
        (
            "You must feed a value for placeholder tensor 'voucher' with dtype int32\n"
            "\t [[{{node voucher}}]]"
        ),
    ),
    ("KeyError", "The operation, 'amount', does not exist in the graph."),
    ("RuntimeError", "Graph is finalized and cannot be modified."),
]


def tagged(run, tag):
    """The cells with a tag, in order."""
    ids = [cell["id"] for cell in course.code(LESSON) if tag in course.tags(cell)]
    return [cell for cell in run["cells"] if cell["id"] in ids]


def test_the_cells_print_what_the_text_says(lesson_run):
    assert course.printed(LESSON, lesson_run(LESSON, "minigraph")) == PRINTED


def test_the_errors_say_what_the_text_reads_out(lesson_run):
    course.assert_raised(lesson_run(LESSON, "minigraph"), RAISED)


def test_the_picture_of_the_plan_shows_one_multiplication_and_one_addition(lesson_run):
    (cell,) = tagged(lesson_run(LESSON, "minigraph"), "minigraph-only")
    assert cell["stdout"] == "5760.0\n"
    words = cell["displayed"][0]["text/plain"]
    assert "Runs, in this order: first, both." in words
    assert "In the plan before the run: hours, minutes, per_day." in words
    assert "Merged with an equal operation: second." in words


@pytest.mark.tensorflow
def test_tensorflow_folds_merges_and_fuses_as_the_text_says(lesson_run):
    merged, fused = tagged(lesson_run(LESSON, "tensorflow"), "tensorflow-only")
    lines = merged["stdout"].splitlines()
    assert lines[0] == "5760.0"
    assert len(lines) == 1 + 5
    assert "per_day | Const | takes []" in lines
    assert [line for line in lines if "| Mul |" in line] == [
        "first | Mul | takes ['_arg_days_0_0', 'per_day']"
    ]
    assert "both | AddV2 | takes ['first', 'first']" in lines
    assert fused["stdout"].startswith("[[8.]]\n")
    assert "\ny | _FusedMatMul | takes" in fused["stdout"]
    assert "| MatMul |" not in fused["stdout"]
