"""Difficulty and discrimination are those of classical test theory."""

import numpy as np
import pytest

from coursegrader.batch.gradebook_file import Grade
from coursegrader.batch.unit import Record
from coursegrader.judge.results import QuestionResult, Status, SubmissionResult
from coursegrader.report.statistics import FEWEST, Message, questions, totals


def grade(student: str, cell: str, score: float | None, **more: object) -> Grade:
    values = ("ps1", cell, score, None, 0.0, score is None, 4.0, 0.0)
    return Grade(student, *values)._replace(**more)


def record(student: str, reasons: dict[str, str]) -> Record:
    questions = {name: QuestionResult(0.0, 4.0, reason) for name, reason in reasons.items()}
    return Record(SubmissionResult(student, Status.GRADED, questions))


POINTS = np.random.default_rng(0).integers(0, 5, size=(12, 3)).astype(float)
CLASS = [
    grade(f"s{number}", f"q{index + 1}_test", float(score))
    for number, row in enumerate(POINTS)
    for index, score in enumerate(row)
]


def test_difficulty_is_the_mean_share_of_the_points():
    found = questions(CLASS, [])
    assert [each.name for each in found] == ["q1", "q2", "q3"]
    np.testing.assert_allclose([each.difficulty for each in found], POINTS.mean(axis=0) / 4)


def test_discrimination_is_the_correlation_with_the_rest():
    for index, each in enumerate(questions(CLASS, [])):
        rest = np.delete(POINTS, index, axis=1).sum(axis=1)
        assert each.discrimination == pytest.approx(np.corrcoef(POINTS[:, index], rest)[0, 1])


def test_discrimination_is_left_out_where_it_cannot_be_told():
    few = [each for each in CLASS if int(each.student[1:]) < FEWEST - 1]
    assert [each.discrimination for each in questions(few, [])] == [None] * 3
    same = [each._replace(auto_score=4.0) for each in CLASS]
    assert [each.discrimination for each in questions(same, [])] == [None] * 3


def test_what_waits_for_a_person_does_not_count():
    (found,) = questions([grade("a", "q1", None), grade("b", "q1", 4.0)], [])
    assert (found.waiting, found.difficulty) == (1, 1.0)


def test_submissions_that_could_not_be_run_do_not_count():
    grades = [grade("a", "q1", 4.0), grade("b", "q1", 0.0)]
    failed = SubmissionResult("b", Status.FAILED, {"q1": QuestionResult(0.0, 4.0, "Empty.")})
    (found,) = questions(grades, [Record(failed)])
    assert (found.difficulty, found.messages) == (1.0, [])


def test_messages_that_differ_by_numbers_are_one():
    records = [record(f"s{n}", {"q1_test": f"f(2) is {n}.5; it should be 17."}) for n in range(4)]
    records += [record("x", {"q1_test": "No function f.\nTraceback"}), record("y", {"q1_test": ""})]
    (found, *_) = questions(CLASS, records)
    assert found.messages == [
        Message(4, "f(2) is 0.5; it should be 17."),
        Message(1, "No function f."),
    ]


def test_each_part_that_lost_points_is_a_message():
    reason = "a: 2 of 2\nb: 0 of 1.5 - b is 3 of 4.\nc: 0 of 1 - c is None."
    (found,) = questions([grade("a", "q1", 2.0)], [record("a", {"q1": reason})])
    assert [each.example for each in found.messages] == reason.split("\n")[1:]


def test_a_total_has_what_people_gave_and_what_lateness_costs():
    grades = [
        grade("a", "q1", 1.0, manual_score=3.0, extra=0.5, penalty=2.0),
        grade("a", "q2", 2.0, penalty=2.0),
        grade("b", "q1", 1.0, penalty=2.0),
        grade("c", "q1", None),
    ]
    found = totals(grades)
    assert [(t.score, t.max_score, t.is_open) for t in found.values()] == [
        (3.5, 8.0, False),
        (0.0, 4.0, False),
        (0.0, 4.0, True),
    ]


def test_questions_are_in_their_order_and_named_with_the_notebook_where_there_are_several():
    grades = [grade("a", "q10", 1.0), grade("a", "q2", 1.0), grade("a", "q1", 1.0, notebook="b")]
    assert [each.name for each in questions(grades, [])] == ["b/q1", "ps1/q2", "ps1/q10"]


def test_while_essays_wait_those_that_nobody_wrote_do_not_stand_for_the_class():
    untouched, read = grade("a", "q1", 0.0), grade("b", "q1", None, manual_score=3.0)
    (partly,) = questions([untouched, read._replace(is_open=False), grade("c", "q1", None)], [])
    assert partly.difficulty == 0.75
    (wholly,) = questions([untouched, read._replace(is_open=False)], [])
    assert wholly.difficulty == 0.375
