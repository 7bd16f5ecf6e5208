"""What the text of lesson 13 says is what its cells print."""

import pytest

from grader.tests.lessons import course

LESSON = course.ROOT / "course" / "13_migration.ipynb"

PRINTED = [
    "outside: True\nin a session: False\nin a graph: False\noutside again: True\n",
    "[-4.0, 5.0]\n[-4.0, 5.0]\n",
    "[-3.0, -4.0, -3.0] 3 traces\n[-3.0, -4.0, -3.0] 1 traces\n",
    "alive: True\nalive: False\n",
    "threads: 2\ndevices: ['/device:CPU:0', '/device:CPU:1']\n",
    "read: [0.0, 1.0, 2.0]\na second close is no error\n",
    "int32    1.9          -> 1\nuint8    array(300)   -> 44\nfloat32  '1.5'        -> 1.5\n",
    "one session: [1.0, 2.0, 3.0]\nthree sessions: [1.0, 1.0, 1.0]\n",
    (
        "eager largest difference below 1e-5: True\n"
        "function largest difference below 1e-5: True\n"
        "last: ['0.0007', '0.0007', '0.0007']\n"
    ),
]

FAILURES = {
    "Attempting to capture an EagerTensor": 1,
    "The value of a feed cannot be a tf.Tensor object": 1,
    "Inter op parallelism cannot be modified": 1,
    "Attempted to use a closed Session": 1,
    "Session was not ready after waiting 1 secs.": 1,
    "tf.placeholder() is not compatible with eager execution.": 1,
    "Could not find variable": 2,
    "eval is not supported when eager execution is enabled": 1,
}


@pytest.fixture
def cells(lesson_run):
    return lesson_run(LESSON, "minigraph")["cells"]


def test_the_cells_print_what_the_text_says(cells):
    printed = [cell["stdout"] for cell in cells]
    assert [text for text in PRINTED if text not in printed] == []


def test_every_pitfall_has_the_message_that_the_text_quotes(cells):
    messages = [cell["error"][1] for cell in cells if cell["error"]]
    found = {part: sum(part in message for message in messages) for part in FAILURES}
    assert found == FAILURES


@pytest.mark.parametrize(
    "part", ["is out of scope", "is a double tensor", "Could not satisfy device specification"]
)
def test_what_eager_execution_refuses_is_printed(cells, part):
    assert sum(part in cell["stdout"] for cell in cells) == 1


def test_an_eager_variable_fails_in_three_ways_and_none_is_initialization(cells):
    (text,) = [cell["stdout"] for cell in cells if "invalid type" in cell["stdout"]]
    kinds = [line.partition(":")[0] for line in text.splitlines()]
    assert kinds == ["RuntimeError", "RuntimeError", "TypeError"]
    assert "initializ" not in text
