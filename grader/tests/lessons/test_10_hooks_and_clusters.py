"""The numbers and messages that the text of lesson 10 states are those that its cells give."""

import pytest

from grader.tests.lessons import course

LESSON = course.ROOT / "course" / "10_hooks_and_clusters.ipynb"

FOUR_PROGRAMS = """\
as printed  | basic        |  1 runs: ['AttributeError']
as printed  | threads      | 10 runs: ['AttributeError']
as printed  | asynchronous |  2 runs: ['AttributeError']
as printed  | lazy         |  1 runs: ['AttributeError']
by its name | basic        |  1 runs: ['TypeError']
by its name | threads      | 10 runs: ['TypeError']
by its name | asynchronous |  2 runs: ['TypeError']
by its name | lazy         |  1 runs: ['TypeError']
unpacked    | basic        |  1 runs: ['[1.0, 4.0, 9.0, 16.0, 25.0]']
unpacked    | threads      | 10 runs: ['[1.0, 4.0, 9.0, 16.0, 25.0]']
unpacked    | asynchronous |  2 runs: ['[1.0, 2.0, 3.0, 4.0, 5.0]', '[1.0, 4.0, 9.0, 16.0, 25.0]']
unpacked    | lazy         |  1 runs: ['[1.0, 4.0, 9.0, 16.0, 25.0]']
"""

PRINTED = [
    (
        "the hook sees 1\nthe loop gets 1\nthe hook sees 4\nthe loop gets 2\n"
        "the hook sees 9\nthe loop gets 3\n"
    ),
    "('fetches', 'feed_dict', 'options')\n('results', 'options', 'run_metadata')\n",
    "0 True\nNone\n",
    (
        "begin: finalized? False\nafter_create_session: Session\n"
        "before_run: AssignAddVariableOp\nafter_run: None\nend\n"
    ),
    "step 1\nstep 2\nstep 3\n",
    "loss 0.0\nloss nan\n",
    "21.0\n",
    "21.0\n",
    FOUR_PROGRAMS,
    "[1, 2, 1, 2]\n",
    ("v0     /job:ps/task:0\nv1     /job:ps/task:1\nv2     /job:ps/task:0\ntotal  /job:worker\n"),
    "it looks every 30 s\nit gives up after 2.0 hours\n",
    "1\n",
    "chief 10\nworker 20\n",
    "chief 10\nanother chief 10\n",
]

RAISED = [
    ("RuntimeError", "Graph is finalized and cannot be modified."),
    ("RuntimeError", "Same tensor is fed by a SessionRunHook and user."),
    ("TypeError", "has invalid type"),
    ("DeadlineExceededError", "Session was not ready after waiting 1 secs."),
]


def test_the_cells_print_what_the_text_says(lesson_run):
    assert course.printed(LESSON, lesson_run(LESSON, "minigraph")) == PRINTED


def test_the_errors_say_what_the_text_reads_out(lesson_run):
    course.assert_raised(lesson_run(LESSON, "minigraph"), RAISED)


@pytest.mark.tensorflow
def test_a_worker_in_another_process_waits_for_the_chief(lesson_run):
    cells = lesson_run(LESSON, "tensorflow")["cells"]
    (found,) = [cell["stdout"] for cell in cells if cell["stdout"].startswith("the worker:")]
    assert found == (
        "the worker: Session was not ready after waiting 1 secs.\nthe chief: 10\nthe worker: 20\n"
    )
