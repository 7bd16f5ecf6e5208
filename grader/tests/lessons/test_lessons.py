"""Every lesson runs from top to bottom on both backends, with the same results, quietly."""

import re

import pytest

from grader.tests.lessons import course

LESSONS = pytest.mark.parametrize("lesson", course.LESSONS, ids=lambda path: path.stem)
BACKENDS = pytest.mark.parametrize(
    "backend", ["minigraph", pytest.param("tensorflow", marks=pytest.mark.tensorflow)]
)
ONE_BACKEND = {"minigraph-only", "tensorflow-only"}
VARIES = {"timing"}
"""Tags of cells whose output is a measurement."""

LONGEST_ERROR = 45
"""Lines of an error that are seen at once in a notebook, below the cell."""

DEPRECATION = re.compile(
    r"WARNING:tensorflow:.* is deprecated.*Instructions for updating.*", re.DOTALL
)

WHERE_BUILT = re.compile(r"\n\nOriginal stack trace| Originally defined at:")
"""What begins the part of a message that lists lines of files."""

WHERE_DETECTED = re.compile(r"Graph execution error:\n\nDetected at .*?\nNode: [^\n]*\n", re.DOTALL)
"""What TensorFlow puts before the message of an operation that was built in a file."""


def outcomes(run, lesson, ignored=frozenset()):
    """What each cell showed, apart from what it may not be asked for."""
    tags = {cell["id"]: course.tags(cell) for cell in course.code(lesson)}
    return {
        cell["id"]: (cell["stdout"], cell["displayed"], cell["error"])
        for cell in run["cells"]
        if not tags[cell["id"]] & (ignored | VARIES)
    }


def without_quiz_ids(text):
    """A quiz has a random id of twelve letters in the page."""
    found = re.search(r'<div id="(\w{12})"', text)
    return re.sub(r"\b(questions)?[A-Za-z]{12}\b", "id", text) if found else text


@LESSONS
@BACKENDS
def test_it_runs_on_the_backend_that_its_first_line_names(
    lesson, backend, lesson_run, record_property
):
    run = lesson_run(lesson, backend)
    record_property("seconds", round(run["seconds"], 2))
    assert run["backend"] == backend


@LESSONS
@BACKENDS
def test_cells_fail_where_the_lesson_says_so_and_nowhere_else(lesson, backend, lesson_run):
    expected = {c["id"] for c in course.code(lesson) if "raises-exception" in course.tags(c)}
    failed = {c["id"]: c["error"] for c in lesson_run(lesson, backend)["cells"] if c["error"]}
    assert failed.keys() == expected, failed


@LESSONS
@BACKENDS
def test_nothing_is_written_to_stderr(lesson, backend, lesson_run):
    complaints = {c["id"]: c["stderr"] for c in lesson_run(lesson, backend)["cells"] if c["stderr"]}
    if backend == "tensorflow":
        # TensorFlow says once that disable_v2_behavior() is deprecated.
        complaints = {i: text for i, text in complaints.items() if not DEPRECATION.match(text)}
    assert not complaints


@LESSONS
def test_an_error_is_no_longer_than_a_screen(lesson, lesson_run):
    lines = {c["id"]: c["error_lines"] for c in lesson_run(lesson, "minigraph")["cells"]}
    assert {cell: count for cell, count in lines.items() if count > LONGEST_ERROR} == {}


@LESSONS
@pytest.mark.tensorflow
def test_both_backends_print_and_show_the_same(lesson, lesson_run):
    shown = []
    for backend in course.BACKENDS:
        cells = outcomes(lesson_run(lesson, backend), lesson, ONE_BACKEND)
        shown.append(
            {
                cell: (stdout, [data.get("text/plain") for data in displayed])
                for cell, (stdout, displayed, _) in cells.items()
            }
        )
    assert shown[0] == shown[1]


@LESSONS
@pytest.mark.tensorflow
def test_both_backends_raise_the_same_errors(lesson, lesson_run):
    ours, theirs = (
        {c["id"]: c["error"] for c in lesson_run(lesson, backend)["cells"] if c["error"]}
        for backend in course.BACKENDS
    )
    for cell, (kind, message) in ours.items():
        assert kind == theirs[cell][0]
        assert WHERE_BUILT.split(message)[0] in WHERE_DETECTED.sub("", theirs[cell][1])


@LESSONS
def test_the_same_output_comes_twice(lesson, lesson_run):
    first, second = (
        without_quiz_ids(repr(outcomes(lesson_run(lesson, "minigraph", again), lesson)))
        for again in (False, True)
    )
    assert first == second


@LESSONS
def test_most_cells_run_on_both_backends(lesson):
    cells = course.code(lesson)
    special = [cell for cell in cells if course.tags(cell) & ONE_BACKEND]
    assert len(special) <= len(cells) / 5
    for cell in special:
        assert re.match(r"# (minigraph|TensorFlow) only: ", cell["source"]), "say why"


@LESSONS
def test_the_quiz_explains_every_answer(lesson, lesson_run):
    quiz = lesson_run(lesson, "minigraph")["quiz"]
    assert 3 <= len(quiz) <= 6
    for question in quiz:
        assert [answer["correct"] for answer in question["answers"]].count(True) >= 1
        assert all(answer["feedback"] for answer in question["answers"])
