"""The numbers and names that the text of lesson 02 states are those that its cells print."""

import re

from grader.tests.lessons import course

LESSON = course.ROOT / "course" / "02_sessions.ipynb"

PRINTED = [
    "1 2 1\n",
    "morning: 2\nevening: 1\n",
    (
        "1\nvisits/Assign is one of ['visits/initial_value', 'visits', 'visits/Assign', "
        "'visits/read', 'count/value', 'count']\n"
    ),
    "2\n",
    "1\n",
    "the run by hand has failed\nthe run in the block has failed\n",
    "by hand: []\n",
    "turn 1 | visits 1\nturn 2 | visits 1\nturn 3 | visits 1\n",
    "2\n",
    "1 2\nafter del: None\n",
    "in the block: True 1\nafter it: None 2\n",
    "a: False | b: True\n",
    "1 True\n",
    "30.0\nNone\n",
    "1 2\nERROR | An interactive session is already active\nFailedPreconditionError\n3\n",
    (
        "Cannot use the default session to evaluate tensor: the tensor's graph is different from "
        "the session's graph. Pass an explicit session to `eval(session=sess)`.\n"
    ),
    "30\n10 20\n",
    "the operation is done\nrun returns 7.0 <class 'numpy.float32'> True\n",
]

RAISED = [
    (
        "FailedPreconditionError",
        "Attempting to use uninitialized value visits\n\t [[{{node count}}]]",
    ),
    ("RuntimeError", "Attempted to use a closed Session."),
    ("RuntimeError", "Attempted to use a closed Session."),
    ("RuntimeError", "Attempted to use a closed Session."),
    ("ValueError", "Cannot execute operation using `run()`: No default session is registered."),
    ("ValueError", "the tensor's graph is different from the session's graph"),
    ("ValueError", "is not an element of this graph"),
    ("RuntimeError", "The Session graph is empty."),
]


def test_the_cells_print_what_the_text_says(lesson_run):
    assert course.printed(LESSON, lesson_run(LESSON, "minigraph")) == PRINTED


def test_the_errors_say_what_the_text_reads_out(lesson_run):
    course.assert_raised(lesson_run(LESSON, "minigraph"), RAISED)


def test_open_sessions_hold_forty_megabytes_and_closed_ones_none(lesson_run):
    (text,) = [
        cell["stdout"]
        for cell in lesson_run(LESSON, "minigraph")["cells"]
        if "MB after 10 sessions" in cell["stdout"]
    ]
    still_open, closed = (int(number) for number in re.findall(r": (-?\d+) MB after", text))
    assert 39 <= still_open <= 45
    assert -1 <= closed <= 1
