"""nbgrader, unchanged, grades a class on this project from the first command to the last."""

import pytest

from coursegrader import notebooks
from coursegrader.course import Course
from coursegrader.generate import committed
from coursegrader.scoring.client import Runner
from coursegrader.scoring.scorer import InProcessScorer
from grader.tests.nbgrader.conftest import NAME, Graded, gradebook_scores
from grader.tests.nbgrader.students import CLASS, ESSAY, POINTS, TOPIC, Student

pytestmark = [pytest.mark.slow]
EACH = pytest.mark.parametrize("student", CLASS, ids=[student.name for student in CLASS])


def test_there_are_twelve():
    assert len({student.name for student in CLASS}) == 12


def test_the_generated_handout_is_the_committed_one(graded: Graded, repository: Course):
    assert committed(graded.course, NAME) == committed(repository, NAME)


def test_validate_passes_the_solution_and_fails_the_handout_on_every_question(graded: Graded):
    right, untouched = graded.validated.split("\n", 1)
    assert right == "Success! Your notebook passes all the tests."
    assert f"VALIDATION FAILED ON {len(POINTS) + 1} CELL(S)" in untouched


@EACH
def test_every_question_has_the_expected_score(graded: Graded, student: Student):
    scores = gradebook_scores(graded.course)[student.name]
    found = {question: scores[f"{TOPIC}_{question}_test"] for question in POINTS}
    assert found == {question: student.expected(question) for question in POINTS}


@EACH
def test_an_essay_waits_for_a_person_unless_it_was_not_begun(graded: Graded, student: Student):
    score = gradebook_scores(graded.course)[student.name][ESSAY]
    assert score == (None if student.essay else 0)


@EACH
def test_the_exported_grade_is_the_sum(graded: Graded, student: Student):
    row = graded.grades[student.name]
    assert row["assignment"] == NAME
    assert float(row["raw_score"]) == student.total
    assert float(row["max_score"]) == 100


@EACH
def test_everybody_gets_feedback(graded: Graded, student: Student):
    page = graded.course.root / "feedback" / student.name / NAME / f"{NAME}.html"
    assert f"{TOPIC}_q2_test" in page.read_text()


def test_feedback_says_what_was_wrong(graded: Graded):
    page = graded.course.root / "feedback" / "chen" / NAME / f"{NAME}.html"
    assert "4 is not the right value" in page.read_text()


def test_the_scorer_of_this_package_gives_what_the_class_got(graded: Graded, runner: Runner):
    source = notebooks.read(graded.course.source(NAME))
    scorer = InProcessScorer(runner, share=False, timeout=10)
    results = scorer.score(source, list(graded.submissions.values()))
    ours = {
        student: {grade_id: score.score for grade_id, score in result.scores.items()}
        for student, result in zip(graded.submissions, results, strict=True)
    }
    judged = gradebook_scores(graded.course)
    # In the notebook's own process text on stderr costs the points; the judge keeps them.
    assert judged["jan"][f"{TOPIC}_q6_test"] == POINTS["q6"]
    judged["jan"][f"{TOPIC}_q6_test"] = 0
    assert ours == judged
