"""A scorer turns submissions into points, with the tests of the source."""

from pathlib import Path

import pytest

from coursegrader.notebooks import Cell, Notebook
from coursegrader.regions import TEXT_STUB
from coursegrader.scoring.client import Runner
from coursegrader.scoring.scorer import InProcessScorer, common_prefix


def answer(grade_id: str, source: str) -> Cell:
    return Cell("code", source, grade_id, solution=True)


def scored_by(grade_id: str, points: float, source: str) -> Cell:
    return Cell("code", source, grade_id, points, grade=True, locked=True)


SOURCE = Notebook(
    "sums",
    (
        Cell("code", "base = 10", "sums_setup", locked=True),
        answer("sums_q1", "def f(x):\n    return base + x"),
        scored_by("sums_q1_test", 2, "assert f(1) == 11, 'f(1) is not base + 1'"),
        answer("sums_q2", "def g(x):\n    return f(x) * 2"),
        scored_by("sums_q2_test", 3, "assert g(1) == 22, 'g(1) is not twice f(1)'"),
        Cell(
            "markdown",
            "### BEGIN SOLUTION\nBecause.\n### END SOLUTION",
            "sums_q3",
            5,
            grade=True,
            solution=True,
        ),
    ),
)


@pytest.fixture
def scorer(runner: Runner) -> InProcessScorer:
    return InProcessScorer(runner)


def points(scorer: InProcessScorer, *submissions: Notebook) -> list[list[float | None]]:
    results = scorer.score(SOURCE, submissions)
    return [[score.score for score in result.scores.values()] for result in results]


def test_the_solution_has_full_marks(scorer: InProcessScorer):
    [result] = scorer.score(SOURCE, [SOURCE])
    assert result.total == 5


def test_each_submission_is_scored_by_itself(scorer: InProcessScorer):
    wrong = SOURCE.with_answers({"sums_q1": "def f(x):\n    return x"})
    silent = SOURCE.with_answers({"sums_q2": "raise NotImplementedError()"})
    assert points(scorer, wrong, silent, SOURCE) == [[0, 0, None], [2, 0, None], [2, 3, None]]


def test_the_tests_of_the_source_are_used_and_not_those_of_the_student(scorer: InProcessScorer):
    cheat = SOURCE.with_answers({"sums_q1": "f = None", "sums_q1_test": "pass", "sums_setup": ""})
    assert points(scorer, cheat) == [[0, 0, None]]


def test_a_missing_test_cell_gives_nothing(scorer: InProcessScorer):
    without = Notebook("sums", tuple(c for c in SOURCE.cells if c.grade_id != "sums_q1_test"))
    assert points(scorer, without) == [[0, 3, None]]


def test_an_essay_that_was_not_begun_is_zero_and_any_other_is_for_a_person(
    scorer: InProcessScorer,
):
    untouched = SOURCE.with_answers({"sums_q3": TEXT_STUB})
    written = SOURCE.with_answers({"sums_q3": "Perhaps because."})
    assert [row[2] for row in points(scorer, untouched, written)] == [0, None]


def test_sharing_the_beginning_changes_no_score(runner: Runner):
    submissions = [
        SOURCE.with_answers({"sums_q1": "def f(x):\n    return x"}),
        SOURCE.with_answers({"sums_q2": "base = 0\ndef g(x):\n    return f(x) * 2"}),
        SOURCE,
    ]
    together = InProcessScorer(runner).score(SOURCE, submissions)
    apart = InProcessScorer(runner, share=False).score(SOURCE, submissions)
    assert [r.scores for r in together] == [r.scores for r in apart]


def test_data_files_are_there_and_a_copy(scorer: InProcessScorer, tmp_path: Path):
    (tmp_path / "data.csv").write_text("1,2")
    source = Notebook(
        "files",
        (
            answer("files_q1", "text = open('data.csv').read(); open('data.csv', 'w').close()"),
            scored_by("files_q1_test", 1, "assert text == '1,2', 'the file was not read'"),
        ),
    )
    [result] = scorer.score(source, [source], files=tmp_path)
    assert result.total == 1
    assert (tmp_path / "data.csv").read_text() == "1,2"


def test_no_submissions_are_no_results(scorer: InProcessScorer):
    assert scorer.score(SOURCE, []) == []


@pytest.mark.parametrize(
    ("programs", "length"),
    [
        ([["a", "b", "c"], ["a", "b", "d"]], 2),
        ([["a", "b"], ["a", "b"]], 1),
        ([["a"], ["b"]], 0),
        ([["a", "b", "c"]], 2),
        ([["a"], ["a", "b"]], 0),
    ],
)
def test_the_common_beginning_leaves_each_a_cell(programs: list[list[str]], length: int):
    assert common_prefix(programs) == length
